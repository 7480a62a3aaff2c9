import type * as z from 'zod/mini';
import { brand } from '../../src/contract/brand.ts';
import type { ControlBody, ParamsOf, QueryOf } from '../control-api/define-routes.ts';
import type { ControlErrorBody } from '../control-api/errors.ts';
import type { ControlRoutes } from '../control-api/routes/index.ts';
import { findNonJson, isObject } from '../shared/json.ts';
import { InvalidRecordError } from '../store/errors.ts';

/** The control API could not be reached or rejected the request for another reason than its arguments. */
export class ControlApiError extends Error {
  static {
    brand(this, 'ControlApiError');
  }

  /** The status of the response. Undefined if there was none. */
  readonly status: number | undefined;

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** The row, fault or token does not exist. */
export class NotFoundError extends ControlApiError {
  /** The error that the mock throws in the process, if it throws one. */
  readonly record: InvalidRecordError | undefined;

  constructor(body: ControlErrorBody) {
    super(body.error, 404);
    this.record = body.table && body.issues && new InvalidRecordError(body.table, body.issues);
  }
}

/** Milliseconds of a request that waits for something to happen. Proxies close connections that are silent for long. */
export const longestPoll = 20_000;

/** Options of one request. */
interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** An option that can be omitted if all its properties can. */
type Option<Name extends string, Value> =
  Record<never, never> extends Value
    ? { readonly [Key in Name]?: Value | undefined }
    : { readonly [Key in Name]: Value };

/** A value, or an object that JSON represents as that value. */
type Jsonable<T> = T | { toJSON(): T };

type BodyOption<Body extends ControlBody> = Body['isOptional'] extends true
  ? { readonly body?: Jsonable<z.output<Body['schema']>> | undefined }
  : { readonly body: Jsonable<z.output<Body['schema']>> };

/** The options of a request to a route: its parameters, query and body. */
export type OptionsOf<Path extends keyof ControlRoutes, Route = ControlRoutes[Path]> = SendOptions &
  Option<'params', ParamsOf<Path, Route>> &
  (Route extends { readonly query: z.ZodMiniObject } ? Option<'query', QueryOf<Route>> : unknown) &
  (Route extends { readonly body: infer Body extends ControlBody } ? BodyOption<Body> : unknown);

interface AnyOptions extends SendOptions {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly body?: unknown;
}

/** Sends requests to a control API, and throws the errors that the mock throws in its own process. */
export class ControlClient {
  /** The URL of the control API, with a slash at the end. */
  readonly url: string;
  readonly #token: string | undefined;
  readonly #fetch: typeof fetch;

  constructor(url: string, token: string | undefined, send: typeof fetch) {
    this.url = url;
    this.#token = token;
    this.#fetch = send;
  }

  /** Whether requests have a control token. */
  get hasToken(): boolean {
    return this.#token !== undefined;
  }

  /**
   * Sends a request and returns the JSON of the response. The route determines the types of both, for example
   * `call('DELETE /faults/{id}', { params: { id } })`.
   */
  call<Path extends keyof ControlRoutes>(
    route: Path,
    ...options: Record<never, never> extends OptionsOf<Path> ? [options?: OptionsOf<Path>] : [options: OptionsOf<Path>]
  ): Promise<z.output<ControlRoutes[Path]['response']>>;
  async call(route: string, options: AnyOptions = {}): Promise<unknown> {
    const response = await this.send(route, options);
    const json: unknown = await response.json().catch(() => undefined);
    if (response.ok && json !== undefined) return json;
    const { method, url } = this.#resolve(route, options);
    throw toError(response.status, json, `${method} ${url.pathname}`, this.url);
  }

  /** Sends a request and returns the response, whatever its status. */
  async send(route: string, options: AnyOptions = {}) {
    const { body, headers, signal } = options;
    const { method, url } = this.#resolve(route, options);
    const json = body === undefined ? undefined : toJson(body);
    // Not a method of this object: the `fetch` of a page rejects to be one.
    const fetch = this.#fetch;
    try {
      return await fetch(url.href, {
        method,
        headers: {
          ...headers,
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        },
        ...(json !== undefined && { body: json }),
        ...(signal && { signal }),
        // A redirect could lead to another server. `error` is not available in all runtimes.
        redirect: 'manual',
      });
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ControlApiError(
        `Cannot reach the control API at ${this.url}. Start the mock server first.`,
        undefined,
        { cause },
      );
    }
  }

  /** Fills the parameters into the path of a route. */
  #resolve(route: string, { params = {}, query = {} }: AnyOptions) {
    const [method = '', path = ''] = route.split(' /');
    const url = new URL(
      path.replace(/\{(\w+)\}/g, (_, name: string) => segment(params[name] ?? '')),
      this.url,
    );
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return { method, url };
  }
}

/**
 * Returns the JSON of a body.
 *
 * @throws A TypeError if JSON would change a value, because the server could not tell what was wrong.
 */
function toJson(body: unknown): string {
  const value: unknown = isObject(body) && typeof body['toJSON'] === 'function' ? body['toJSON']() : body;
  // The server rejects values that are nested too deeply. Deeper ones exceed the stack.
  const bad = findNonJson(value, '', { allowsUndefined: true, depth: 1000 });
  if (bad) throw new TypeError(`${bad.path || 'value'}: must be JSON, received ${bad.received}`);
  return JSON.stringify(value);
}

/** Converts an error of the control API to the error that the mock throws in its own process. */
export function toError(status: number, json: unknown, request: string, url: string): Error {
  if (!isErrorBody(json)) {
    return new ControlApiError(
      `${request} returned ${status}, which is not a response of the control API. Check the control URL: ${url}.`,
      status,
    );
  }
  const { error, name, table, issues } = json;
  if (name === 'NotFoundError') return new NotFoundError(json);
  if (name === 'InvalidRecordError' && table && issues) return new InvalidRecordError(table, issues);
  if (name === 'TypeError') return new TypeError(error);
  if (name === 'RangeError') return new RangeError(error);
  return new ControlApiError(error, status);
}

function isErrorBody(json: unknown): json is ControlErrorBody {
  return isObject(json) && typeof json['error'] === 'string' && !('success' in json);
}

/** Resolves with another value if something does not exist. */
export async function orIfMissing<T, Other>(request: () => Promise<T>, value: Other): Promise<T | Other> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof NotFoundError) return value;
    throw error;
  }
}

/** Deletes something. Resolves with whether it existed. */
export function existed(remove: () => Promise<unknown>): Promise<boolean> {
  return orIfMissing(() => remove().then(() => true), false);
}

/** Encodes an id or a token as a segment of a path. */
function segment(value: string): string {
  // These would change the path: URLs have no other way to write them. Half a surrogate pair cannot be encoded.
  if (/^\.{0,2}$|\p{Surrogate}/u.test(value)) throw new NotFoundError({ error: `"${value}" does not exist` });
  return encodeURIComponent(value);
}

/** @throws A TypeError if a text is not the URL of a control API. */
export function parseControlUrl(controlUrl: string): string {
  const url = URL.canParse(controlUrl) ? new URL(controlUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '') {
    throw new TypeError(
      `controlUrl: must be a URL like http://127.0.0.1:4010/__mock/ without credentials, query and fragment`,
    );
  }
  return url.origin + url.pathname.replace(/\/*$/, '/');
}
