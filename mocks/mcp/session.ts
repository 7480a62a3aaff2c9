import { randomUUID } from 'node:crypto';
import { type OperationName, operationNames, operations } from '../../src/contract/operations.ts';
import { listValid } from '../../src/contract/unknown-name.ts';
import { redactJson } from '../../src/wire/redact-token.ts';
import type { ControlOperation } from '../control-api/routes/operations.ts';
import type { ControlState } from '../control-api/routes/state.ts';
import type { JournalEntry } from '../controls/journal-entry.ts';
import { KnownTokens } from '../controls/redact-tokens.ts';
import { ControlApiError, ControlClient, parseControlUrl } from '../remote/control-client.ts';
import { parseJsonOrText } from '../shared/json.ts';
import { flatten } from '../workbench/code/bodies.ts';

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

/** An operation of the specification, or one that only the mock has. */
interface FoundOperation extends Pick<ControlOperation, 'method' | 'path' | 'permission'> {
  readonly isOwn: boolean;
}

/** Options of {@link McpSession}. */
export interface McpSessionOptions {
  readonly controlUrl: string;
  readonly controlToken: string | undefined;
  /** The base URL of the API, as the client addresses the server. Default: the one that the control API returns. */
  readonly baseUrl?: string;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The mock that the tools control, through its control API. */
export class McpSession {
  readonly control: ControlClient;
  readonly #baseUrl: string | undefined;
  readonly #fetch: typeof fetch;
  /** The tokens of the mock, which no tool returns. A snapshot can have others than the mock had before. */
  readonly #tokens = new KnownTokens();

  /** @throws A TypeError if the URL is not valid. */
  constructor({ controlUrl, controlToken, baseUrl, fetch: send = fetch }: McpSessionOptions) {
    this.#baseUrl = baseUrl;
    this.#fetch = send;
    this.control = new ControlClient(parseControlUrl(controlUrl), controlToken, send);
    if (controlToken !== undefined) this.#tokens.add(controlToken);
  }

  /** Replaces the tokens in a result. */
  async redact(value: unknown): Promise<unknown> {
    try {
      const { tokens } = await this.control.call('GET /tokens');
      for (const { token } of tokens) this.#tokens.add(token);
    } catch {
      // A result of a mock that cannot be reached is an error without its records.
    }
    return redactJson(value, (text) => this.#tokens.redact(text));
  }

  /** Returns a state for the agent, without its token. */
  describeState({ token, ...state }: ControlState): Omit<ControlState, 'token'> {
    this.#tokens.add(token);
    return { ...state, baseUrl: this.#baseUrl ?? state.baseUrl };
  }

  /** Returns the operations that the mock has in addition to those of the specification. */
  async ownOperations(): Promise<readonly ControlOperation[]> {
    return (await this.control.call('GET /operations')).operations;
  }

  /** @throws A TypeError if neither the specification nor the mock has an operation with this name. */
  async findOperation(name: string): Promise<FoundOperation> {
    const specified = operations.find((operation) => operation.name === name);
    if (specified) return { ...specified, isOwn: false };
    const own = await this.ownOperations();
    const found = own.find((operation) => operation.name === name);
    if (found) return { ...found, isOwn: true };
    const names = [...operationNames, ...own.map((operation) => operation.name)];
    throw new TypeError(`Unknown operation "${name}".${listValid('operations', name, names)}`);
  }

  /**
   * Calls an operation of the API, as the application would.
   *
   * @throws A TypeError if there is no such operation, if a parameter of the path is missing, or for the body of a GET.
   * @throws A {@link ControlApiError} if there is no response.
   */
  async call({ operation, params, query, body, timeout }: ApiCall): Promise<OperationResult> {
    const { method, path, isOwn } = await this.findOperation(operation);
    // `fetch` would throw an error that is like that of a broken connection.
    if (body && method === 'GET') throw new TypeError(`body: must be absent, because ${operation} is a GET request`);
    const target = fillPath(path, params) + queryText(query);
    const state = await this.control.call('GET /state');
    this.#tokens.add(state.token);
    const id = randomUUID();
    try {
      const response = await this.#fetch(state.baseUrl + target, {
        method,
        headers: {
          authorization: `Bearer ${state.token}`,
          'x-request-id': id,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(isOwn ? body : flatten(body)) }),
        signal: AbortSignal.timeout(timeout),
        // A fault can redirect to any server that this process reaches.
        redirect: 'manual',
      });
      const text = await response.text();
      return { status: response.status, body: parseJsonOrText(text), entry: await this.#findCall(operation, id) };
    } catch (cause) {
      const entry = await this.#findCall(operation, id);
      const reason =
        cause instanceof DOMException && cause.name === 'TimeoutError'
          ? `no response after ${timeout} ms. list_faults shows whether a fault delays or holds the call.`
          : `the connection broke before the response was complete${entry?.fault ? `, because of the fault ${entry.fault}` : ''}.`;
      throw new ControlApiError(`${operation}: ${reason}`, undefined, { cause });
    }
  }

  /** Finds the entry of a call. The application may have sent others at the same time. */
  async #findCall(operation: OperationName, id: string): Promise<JournalEntry | undefined> {
    const { entries } = await this.control.call('GET /journal', { query: { operation, limit: 10 } });
    return (entries as readonly JournalEntry[]).find(({ headers }) => headers['x-request-id'] === id);
  }
}

function fillPath(path: string, params: ApiCall['params'] = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`params.${name}: must be given, because the path is ${path}`);
    }
    return encodeURIComponent(value);
  });
}

function queryText(query: ApiCall['query'] = {}): string {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return parameters.size === 0 ? '' : `?${parameters}`;
}
