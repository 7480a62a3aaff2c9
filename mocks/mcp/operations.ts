import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type OperationName, operationNames, operations } from '../../src/contract/operations.ts';
import { listValid } from '../../src/contract/unknown-name.ts';
import { hasDotSegment } from '../../src/wire/path.ts';
import { root as controlRoot } from '../control-api/define-routes.ts';
import type { JournalEntry } from '../controls/journal-entry.ts';
import type { ListedOperation } from '../operations/fixed-operation.ts';
import { ControlApiError } from '../remote/control-client.ts';
import { parseJsonOrText } from '../shared/json.ts';
import { flatten } from '../workbench/code/bodies.ts';
import { formatQuery } from '../workbench/code/query.ts';
import type { McpSession } from './session.ts';

/** A call of the API. */
interface ApiCall {
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
    if (/\p{Surrogate}/u.test(value)) throw new TypeError(`params.${name}: must not have half of a surrogate pair`);
    return encodeURIComponent(value);
  });
  // A text of the application can lead an agent to another path.
  if (hasDotSegment(filled)) throw new TypeError(`params: must have no dot segments for the path ${path}`);
  return filled;
}

/** An operation of the specification, or one that only the mock has. */
interface FoundOperation extends Pick<ListedOperation, 'method' | 'path' | 'permission' | 'hasBrackets'> {
  readonly isOwn: boolean;
}

/** Returns the operations that the mock has in addition to those of the specification. */
async function readOwnOperations({ control }: McpSession): Promise<readonly ListedOperation[]> {
  return (await control.call('GET /operations')).operations;
}

/** @throws A TypeError if neither the specification nor the mock has an operation with this name. */
async function findOperation(name: string, session: McpSession): Promise<FoundOperation> {
  const specified = operations.find((operation) => operation.name === name);
  if (specified) return { ...specified, isOwn: false, hasBrackets: true };
  const own = await readOwnOperations(session);
  const found = own.find((operation) => operation.name === name);
  if (found) return { ...found, isOwn: true };
  const names = [...operationNames, ...own.map((operation) => operation.name)];
  throw new TypeError(`Unknown operation "${name}".${listValid('operations', name, names)}`);
}

/** The parts of an OpenAPI document that describe operations. */
interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses?: Readonly<Record<string, { readonly description: string }>>;
  };
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly description: string } | { readonly $ref: string }>>;
}

async function readOpenApi(): Promise<OpenApiDocument> {
  // The name of the package, because the sources and the built files are in different directories.
  return JSON.parse(await readFile(new URL(import.meta.resolve('masterdata-sdk/openapi.json')), 'utf8'));
}

/** Reads the document of the control API. It also describes the mock's own operations, with inline schemas. */
async function readOwnOpenApi({ control }: McpSession): Promise<OpenApiDocument> {
  return (await control.call('GET /openapi.json')) as unknown as OpenApiDocument;
}

/** Returns the operations of the API by their names. A route of the control API may have the same name. */
function operationsIn({ paths }: OpenApiDocument): ReadonlyMap<string, OpenApiOperation> {
  const described = Object.entries(paths).filter(([path]) => !path.startsWith(controlRoot));
  return new Map(
    described.flatMap(([, methods]) => Object.values(methods).map((operation) => [operation.operationId, operation])),
  );
}

/** Lists the operations in short: those of the specification, and the mock's own. */
export async function listOperations(session: McpSession) {
  // The operations of the specification are known without a mock.
  const [document, own] = await Promise.all([readOpenApi(), readOwnOperations(session).catch(() => [])]);
  const described = operationsIn(document);
  return [...operations, ...own].map(({ name, method, path }) => ({
    operation: name,
    method,
    path,
    summary: described.get(name)?.summary ?? 'An operation that the specification does not document.',
  }));
}

/**
 * Describes an operation, with the schemas that it refers to.
 *
 * @throws A TypeError if neither the specification nor the mock has an operation with this name.
 */
export async function describeOperation(name: string, session: McpSession) {
  const { method, path, permission, isOwn } = await findOperation(name, session);
  const document = isOwn ? await readOwnOpenApi(session) : await readOpenApi();
  const found = operationsIn(document).get(name);
  if (!found) throw new Error(`${name}: the OpenAPI document does not describe this operation`);
  const { components } = document;
  const { summary, description, parameters, requestBody, responses } = found;
  const statuses = Object.entries(responses);
  const isSuccess = ([status]: readonly [string, unknown]) => status.startsWith('2');
  const parts = {
    parameters,
    requestBody,
    responses: Object.fromEntries(statuses.filter(isSuccess)),
  };
  return {
    operation: name,
    method,
    path,
    permission,
    summary,
    description,
    ...parts,
    errors: Object.fromEntries(
      statuses
        .filter((entry) => !isSuccess(entry))
        .map(([status, response]) => [
          status,
          'description' in response
            ? response.description
            : components.responses?.[response.$ref.replace(/.*\//, '')]?.description,
        ]),
    ),
    schemas: referenced(parts, components.schemas),
  };
}

/** Returns the schemas that a value refers to, directly or not. */
function referenced(value: unknown, schemas: OpenApiDocument['components']['schemas']): Record<string, object> {
  const found: Record<string, object> = {};
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (!schema || name in found) continue;
      found[name] = schema;
      visit(schema);
    }
  };
  visit(value);
  return found;
}
