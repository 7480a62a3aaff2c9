import { randomUUID } from 'node:crypto';
import type { OperationName } from '../../src/contract/operations.ts';
import { hasDotSegment } from '../../src/wire/path.ts';
import type { JournalEntry } from '../controls/journal-entry.ts';
import { ControlApiError } from '../remote/control-client.ts';
import { parseJsonOrText } from '../shared/json.ts';
import { flatten } from '../workbench/code/bodies.ts';
import { formatQuery } from '../workbench/code/query.ts';
import { findOperation } from './operations.ts';
import type { McpSession } from './session.ts';

/** A call of the API. */
export interface ApiCall {
  /** Also an operation that only the mock has. */
  readonly operation: OperationName;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Nested, or with bracketed keys. */
  readonly body?: object | undefined;
  /** Milliseconds to wait for the response. */
  readonly timeout: number;
}

/** The response of the API, and the entry of the journal for the call. */
export interface OperationResult {
  readonly status: number;
  readonly body: unknown;
  /** Undefined if the journal has forgotten the call already. */
  readonly entry: JournalEntry | undefined;
}

/**
 * Calls an operation of the API, as the application would.
 *
 * @throws A TypeError if there is no such operation, if a parameter of the path is missing, or for the body of a GET.
 * @throws A {@link ControlApiError} if there is no response.
 */
export async function callOperation(
  { operation, params, query = {}, body, timeout }: ApiCall,
  session: McpSession,
): Promise<OperationResult> {
  const { method, path, hasBrackets } = await findOperation(operation, session);
  // `fetch` would throw an error that is like that of a broken connection.
  if (body && method === 'GET') throw new TypeError(`body: must be absent, because ${operation} is a GET request`);
  const parameters = formatQuery(query);
  const target = fillPath(path, params) + (parameters && `?${parameters}`);
  const { baseUrl, token } = await session.readState();
  const { fetch } = session;
  const id = randomUUID();
  try {
    const response = await fetch(baseUrl + target, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-request-id': id,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(hasBrackets ? flatten(body) : body) }),
      signal: AbortSignal.timeout(timeout),
      // A fault can redirect to any server that this process reaches.
      redirect: 'manual',
    });
    const text = await response.text();
    return { status: response.status, body: parseJsonOrText(text), entry: await findCall(operation, id, session) };
  } catch (cause) {
    const entry = await findCall(operation, id, session);
    const reason =
      cause instanceof DOMException && cause.name === 'TimeoutError'
        ? `no response after ${timeout} ms. list_faults shows whether a fault delays or holds the call.`
        : `the connection broke before the response was complete${entry?.fault ? `, because of the fault ${entry.fault}` : ''}.`;
    throw new ControlApiError(`${operation}: ${reason}`, undefined, { cause });
  }
}

/** Finds the entry of a call. The application may have sent others at the same time. */
async function findCall(
  operation: OperationName,
  id: string,
  { control }: McpSession,
): Promise<JournalEntry | undefined> {
  const { entries } = await control.call('GET /journal', { query: { operation, limit: 10 } });
  return (entries as readonly JournalEntry[]).find(({ headers }) => headers['x-request-id'] === id);
}

function fillPath(path: string, params: ApiCall['params'] = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (!value) throw new TypeError(`params.${name}: must be given, because the path is ${path}`);
    return encodeURIComponent(value);
  });
  // A text of the application can lead an agent to another path.
  if (hasDotSegment(filled)) throw new TypeError(`params: must have no dot segments for the path ${path}`);
  return filled;
}
