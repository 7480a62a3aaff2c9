import { resolveUrl } from '../config/base-url.ts';
import { resolveRequestSettings, type Settings } from '../config/settings.ts';
import type { Method } from '../contract/routes.ts';
import type { StandardSchema } from '../contract/standard-schema.ts';
import {
  BracketKeyError,
  ConfigurationError,
  type FailedRequestFields,
  InvalidRequestError,
  MasterDataError,
} from '../errors/index.ts';
import { messageOf } from '../errors/thrown-value.ts';
import type { Observer } from '../instrumentation/observer.ts';
import type { CallInfo } from '../types/hooks.ts';
import type { RequestOptions } from '../types/options.ts';
import { accessorsOf } from '../wire/class-instance.ts';
import { type CallSite, captureCallSite, showCallSite } from './call-site.ts';
import { copyAsJson } from './to-json.ts';
import { copyQuery, queryString } from './url.ts';

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
  /** Encodes a body with groups for the wire. */
  readonly encode?: ((body: object) => unknown) | undefined;
  /** Replace the contract in the validation of the body, the query and the data. */
  readonly schemas?: Schemas | undefined;
  /** The kind of data that the response must have. Default: any data, even `null`. */
  readonly kind?: DataKind;
}

/** A request that is ready to be sent, and the state of sending it. */
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
  /** The time at which sending began, in milliseconds on the clock of `performance`. */
  startedAt: number;
  observer?: Observer | undefined;
  /** Number of times the request has been sent. */
  attempts: number;
  /** The id of the call in the header `x-call-id`, once it was sent. */
  callId?: string | undefined;
  /** The tokens that were sent, so that messages can omit them. */
  readonly tokens: Set<string>;
  /** Whether a new token has been requested after a 401. */
  hasNewToken?: boolean;
  /** Whether an attempt was sent whose outcome is unknown. */
  mayHaveSucceeded?: boolean;
  /** The error that the call rejects with. */
  failure?: MasterDataError | undefined;
}

/**
 * Reads the input of a call. It is read when the method is called, because the program may change it before the
 * request is sent. Returns the error of an invalid input, because a method rejects and does not throw.
 */
export function prepareRequest(
  describe: () => RequestSpec,
  defaults: Settings,
  options: RequestOptions | undefined,
  method: (...parameters: never) => unknown,
): PreparedRequest | MasterDataError {
  const callSite = captureCallSite(method);
  let name = 'the request';
  try {
    const spec = describe();
    ({ name } = spec);
    return encodeRequest(spec, resolveRequestSettings(defaults, options), callSite);
  } catch (error) {
    if (error instanceof BracketKeyError) error.message = `${name} was not sent: ${error.message}`;
    const failure =
      error instanceof MasterDataError
        ? error
        : // For example, a getter or a `toJSON` threw an error, or the body is nested too deeply.
          new InvalidRequestError(`${name} was not sent: ${messageOf(error)}`);
    showCallSite(failure, callSite);
    return failure;
  }
}

/** Encodes a request. Rejects a body that JSON cannot represent, because the service would store other data. */
function encodeRequest(
  { name, method, route, path, query = {}, body, encode, schemas, kind }: RequestSpec,
  settings: Settings,
  callSite: CallSite,
): PreparedRequest {
  if (method === 'GET' && body !== undefined) {
    throw new ConfigurationError(`${name}: a GET request cannot have a body. Pass a query instead.`);
  }
  const data = copyAsJson(name, body, encode !== undefined);
  const parameters = copyQuery(name, query);
  const url = resolveUrl(settings.baseUrl + path);
  const wireBody = encode ? encode(Object(data)) : data;
  return {
    label: `${method} ${path}`,
    call: Object.freeze({ operation: name, method, route, path, url }),
    url: url + queryString(parameters),
    body: JSON.stringify(wireBody) ?? '',
    settings,
    kind,
    schemas,
    input: settings.requestValidation === 'off' ? undefined : { body: data, query: parameters },
    accessors: { body: accessorsOf(body), query: accessorsOf(query) },
    callSite,
    startedAt: 0,
    attempts: 0,
    tokens: new Set(),
  };
}

/** Returns the fields of the error of a request without a complete response. */
export function failedRequest({ call, attempts }: PreparedRequest): FailedRequestFields {
  return { method: call.method, url: call.url, attempts };
}

/** Returns the error of a call, and reports it to `onError`. A call has one error, however often its result is used. */
export function failWith(request: PreparedRequest, error: unknown): MasterDataError {
  if (request.failure === undefined) {
    request.failure =
      error instanceof MasterDataError ? error : new MasterDataError(`${request.label} failed: ${messageOf(error)}`);
    showCallSite(request.failure, request.callSite);
    request.observer?.onError(request, request.failure);
  }
  return request.failure;
}
