import { resolveRequestSettings, type Settings } from '../config/settings.ts';
import type { Method } from '../contract/routes.ts';
import type { StandardSchema } from '../contract/standard-schema.ts';
import { BracketKeyError, ConfigurationError, InvalidRequestError, MasterDataError } from '../errors/index.ts';
import { messageOf } from '../errors/thrown-value.ts';
import type { CallInfo } from '../types/hooks.ts';
import type { RequestOptions } from '../types/options.ts';
import { accessorsOf } from '../wire/plain-object.ts';
import { encodeBody } from './encode-body.ts';
import { copyQuery, queryString, resolveUrl } from './url.ts';

/** The kind of data that an operation returns. */
export type DataKind = 'record' | 'list';

/** The schemas of an operation that the contract does not have. */
interface Schemas {
  readonly body?: StandardSchema | undefined;
  readonly query?: StandardSchema | undefined;
  /** Whether groups in the body are sent as keys with brackets. */
  readonly brackets?: boolean | undefined;
  /** The schema of the data. */
  readonly response?: StandardSchema | undefined;
}

/** A request before it is encoded for the wire. */
export interface RequestSpec {
  /** The operation, for example `products.update`, or method and path if it has no name. */
  readonly name: string;
  readonly method: Method | 'PUT';
  /** The path with placeholders, as hooks see it. */
  readonly route: string;
  readonly path: string;
  readonly query?: object | undefined;
  /** The body as the SDK writes it. */
  readonly body?: unknown;
  /** Whether the body is an object whose groups are sent as keys with brackets. */
  readonly hasGroups?: boolean;
  /** Replace the contract in the validation of the body, the query and the data. */
  readonly schemas?: Schemas | undefined;
  /** The kind of data that the response must have. Default: any data, even `null`. */
  readonly kind?: DataKind;
}

/** The place of a call in the code of the user. Engines other than V8 may not know it. */
export interface CallSite {
  readonly stack?: string;
}

/** A request that is ready to be sent. It does not change while it is sent. */
export interface PreparedRequest {
  readonly call: CallInfo;
  /** Names the request in messages: `PATCH /api/products/3f2b…`. */
  readonly label: string;
  /** The URL that is sent, with the query. The URL of `call` is shown to others, and never contains the token. */
  readonly url: string;
  /** The JSON body, or an empty string. */
  readonly body: string;
  readonly settings: Settings;
  readonly kind: DataKind | undefined;
  readonly schemas: Schemas | undefined;
  /** The body and the query as the contract describes them, if they are validated. */
  readonly input: { readonly body: unknown; readonly query: unknown } | undefined;
  /** The names of the accessors that the classes of the body and the query have. */
  readonly accessors: { readonly body: readonly string[]; readonly query: readonly string[] };
  readonly callSite: CallSite;
}

/**
 * Encodes a request. Rejects a body that JSON cannot represent, because the service would store other data.
 *
 * @throws A {@link MasterDataError} if the input is invalid.
 */
export function prepareRequest(
  spec: RequestSpec,
  defaults: Settings,
  options: RequestOptions | undefined,
  callSite: CallSite,
): PreparedRequest {
  const { name, method, route, path, query = {}, body, hasGroups = false, schemas, kind } = spec;
  try {
    const settings = resolveRequestSettings(defaults, options);
    if (method === 'GET' && body !== undefined) {
      throw new ConfigurationError(`${name}: a GET request cannot have a body. Pass a query instead.`);
    }
    const { data, wire } = encodeBody(name, body, hasGroups);
    const parameters = copyQuery(name, query);
    const url = resolveUrl(settings.baseUrl + path);
    return {
      label: `${method} ${path}`,
      call: Object.freeze({ operation: name, method, route, path, url }),
      url: url + queryString(parameters),
      body: JSON.stringify(wire) ?? '',
      settings,
      kind,
      schemas,
      input: settings.validation.requests === 'off' ? undefined : { body: data, query: parameters },
      accessors: { body: accessorsOf(body), query: accessorsOf(query) },
      callSite,
    };
  } catch (error) {
    if (error instanceof BracketKeyError) error.message = `${name} was not sent: ${error.message}`;
    throw asInvalidRequest(error, name);
  }
}

/** Returns the error of an input that cannot be read. For example, a getter or a `toJSON` threw an error. */
export function asInvalidRequest(error: unknown, name: string): MasterDataError {
  return error instanceof MasterDataError
    ? error
    : new InvalidRequestError(`${name} was not sent: ${messageOf(error)}`);
}

/** Remembers the caller of a method. V8 formats the stack when it is first read. */
export function captureCallSite(method: (...parameters: never) => unknown): CallSite {
  const site: CallSite = {};
  try {
    Error.captureStackTrace(site, method);
  } catch {
    // Some engines lack the function, and a host may format stacks with its own function, which may fail.
  }
  return site;
}

/** Lets the stack of an error begin at a call. */
export function showCallSite(error: Error, site: CallSite): void {
  try {
    const { stack = '' } = site;
    const frames = stack.indexOf('\n    at ');
    if (frames >= 0) error.stack = `${error.name}: ${error.message}${stack.slice(frames)}`;
  } catch {
    // A host may format stacks with its own function, which may fail or return another value than a text.
  }
}
