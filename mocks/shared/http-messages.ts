import { decodeBrackets } from '../../src/wire/brackets.ts';
import { isObject, parseJson } from './json.ts';

/** A request as the engine sees it. Adapters convert their own requests to it. */
export interface MockRequest {
  /** The HTTP method. */
  readonly method: string;
  /** Path and query, as received. */
  readonly url: string;
  /** Returns the value of a header. The name is in lower case. */
  header(name: string): string | undefined;
  /** Returns all headers. The journal reads them only when an entry is read. */
  headers(): Iterable<readonly [string, string]>;
  /** Reads the body as text. Resolves with undefined if it has more bytes than the limit. */
  text(limit: number): Promise<string | undefined>;
  /** Discards the rest of the body, so that the caller can finish sending it before the response. */
  discard?(): void;
  /** Ends an injected delay early. */
  readonly signal?: AbortSignal;
}

/** A response of the engine. Adapters convert it to their own responses. */
export interface MockResponse {
  /** The HTTP status; 0 if a fault broke the connection before there was a response. */
  readonly status: number;
  /** The headers. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body: JSON, unless a fault changed it. */
  readonly body: string;
  /** The parts of a body that is sent while it is created, in place of {@link body}. Only the control API has some. */
  readonly stream?: AsyncIterable<string>;
  /** Set if a fault breaks the connection: before the response, or in the middle of its body. */
  readonly connection?: 'dropped' | 'truncated';
}

/** Shared by most responses, because the journal keeps many of them. */
const jsonHeaders: MockResponse['headers'] = Object.freeze({ 'content-type': 'application/json' });

/** Creates a JSON response. */
export function json(status: number, body: unknown, headers?: MockResponse['headers']): MockResponse {
  return jsonText(status, JSON.stringify(body), headers);
}

/** Creates a response with a body that is already JSON. */
export function jsonText(status: number, body: string, headers?: MockResponse['headers']): MockResponse {
  return { status, headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders, body };
}

/** Returns the method whose headers a request gets. For HEAD it is GET; adapters omit the body. */
export function routedMethod(method: string): string {
  return method === 'HEAD' ? 'GET' : method;
}

/** Returns a URL without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** Returns the parameters of a query. A parameter that occurs several times is an array. */
export function queryOf(url: string): Record<string, string | string[]> {
  const searchParams = new URLSearchParams(url.replace(/^[^?]*|#.*$/g, ''));
  // Not `getAll` for each name, which reads all parameters.
  const values = new Map<string, string[]>();
  for (const [name, value] of searchParams) {
    const given = values.get(name);
    if (given) given.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries(
    Array.from(values, ([name, [first = '', ...rest]]) => [name, rest.length === 0 ? first : [first, ...rest]]),
  );
}

/**
 * Parses a request body and nests its bracketed keys, unless they contradict each other.
 *
 * @param hasBrackets Whether bracketed keys are groups in the operation of the request.
 */
export function decodeBody(rawBody: string | undefined, hasBrackets: boolean): unknown {
  const body = parseJson(rawBody);
  if (!hasBrackets || !isObject(body)) return body;
  try {
    return decodeBrackets(body);
  } catch {
    return body;
  }
}

/** Names the program that sends a request to the control API. The workbench sends many by itself. */
export const clientHeader = 'x-masterdata-mock-client';
