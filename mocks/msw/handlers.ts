import * as msw from 'msw';
import { preview } from '../../src/contract/printable.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import { assertOptionNames, type OptionNames } from '../shared/assert-option-names.ts';
import { assertToken } from '../shared/bearer-token.ts';
import { corsHeaders, isPreflight, preflightHeaders } from '../shared/cors.ts';
import { errorCode } from '../shared/errors.ts';

/** Options of `mockHandlers()` and `setupMockServer()`. */
export interface HandlerOptions {
  /**
   * The path below `baseUrl` that the handlers cover; `''` for all paths below `baseUrl`. Default: `/api` for
   * `mockHandlers`, since a page may have the same origin, and `''` for `setupMockServer`.
   */
  readonly pathPrefix?: string | undefined;
  /**
   * A token that is added to requests without `authorization`, as a proxy between your app and the service does.
   * Usually `mock.token`. Default: none, so that such requests get a 401.
   */
  readonly token?: string | undefined;
}

const handlerOptionNames: OptionNames<HandlerOptions> = { pathPrefix: true, token: true };

/**
 * Checks the arguments of a function that creates handlers.
 *
 * @param subject The name of the function.
 * @throws A TypeError that names the wrong argument. It does not show the token.
 */
export function assertHandlerOptions(subject: string, mock: unknown, options: HandlerOptions): void {
  if (typeof Object(mock).fetch !== 'function') {
    throw new TypeError(`${subject}: must be called with a mock, received ${preview(mock)}`);
  }
  assertOptionNames(subject, options, handlerOptionNames);
  const { pathPrefix = '', token } = options;
  if (typeof pathPrefix !== 'string' || !/^(?:\/|$)/.test(pathPrefix)) {
    throw new TypeError(`${subject}.pathPrefix: must be empty or begin with a slash, received ${preview(pathPrefix)}`);
  }
  if (token !== undefined) assertToken(`${subject}.token`, token);
}

/**
 * Creates MSW handlers for all requests below `baseUrl` + `/api/`. Unknown paths get an error response that explains
 * the problem: no request below `/api/` reaches the network.
 *
 * @param mock The mock that handles the requests.
 * @param options The paths to handle.
 * @throws A TypeError if an option is not valid. An Error if the installed version of MSW is 1.
 * @example
 * ```ts
 * const server = setupServer(...mockHandlers(mock));
 * ```
 */
export function mockHandlers(
  mock: Pick<MockServer, 'baseUrl' | 'fetch'>,
  options: HandlerOptions = {},
): msw.HttpHandler[] {
  assertHandlerOptions('mockHandlers', mock, options);
  const { pathPrefix = '/api', token } = options;
  // Without it, a bundler or Node would only say that there is no export `http`.
  if (!('http' in msw)) throw new Error('mockHandlers: needs MSW 2.3 or later. Run npm install --save-dev msw@latest.');
  const base = (mock.baseUrl + pathPrefix).replace(/\/$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return [msw.http.all(new RegExp(`^${base}(?:[/?]|$)`), ({ request }) => respond(mock, request, token))];
}

async function respond(
  mock: Pick<MockServer, 'fetch'>,
  request: Request,
  token: string | undefined,
): Promise<Response> {
  const header = (name: string) => request.headers.get(name);
  // DOM emulations send preflights and check CORS headers. In a browser, the worker sees neither.
  const isEmulated = hidesOrigin();
  if (isPreflight(request.method, header) || (isEmulated && isBareOptions(request)))
    return new Response(null, { status: 204, headers: preflightHeaders(header) });
  try {
    const response = await mock.fetch(token === undefined ? request : withToken(request, token));
    return isEmulated || request.headers.has('origin') ? withCorsHeaders(response) : response;
  } catch (error) {
    // MSW would turn a dropped connection or an aborted request into a 500.
    if (request.signal.aborted || isConnectionError(error)) return msw.HttpResponse.error();
    throw error;
  }
}

/**
 * Whether a DOM emulation removes the headers of a page that scripts cannot set: happy-dom replaces `Request`, and MSW
 * copies requests with it. A browser does the same, but has service workers and sends no preflights to them.
 */
function hidesOrigin(): boolean {
  if (typeof navigator !== 'undefined' && 'serviceWorker' in navigator) return false;
  return !new Request('http://localhost', { headers: { origin: 'http://localhost' } }).headers.has('origin');
}

/** Whether a request can be a preflight whose headers are removed. Preflights have no token. */
function isBareOptions({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && !headers.has('authorization');
}

function withToken(request: Request, token: string): Request {
  if (request.headers.has('authorization')) return request;
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${token}`);
  return new Request(request, { headers });
}

function withCorsHeaders(response: Response): Response {
  for (let at = 0; at < corsHeaders.length; at += 2) {
    const [name = '', value = ''] = corsHeaders.slice(at, at + 2);
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

function isConnectionError(error: unknown): boolean {
  return error instanceof TypeError && errorCode(error.cause) === 'ECONNRESET';
}

/**
 * Options for requests that no handler covers. MSW 3 has `onUnhandledFrame`, and MSW 2 `onUnhandledRequest`. Both names
 * work with both versions. Pass functions under the name of your version.
 */
export interface UnhandledOptions {
  /** The option of MSW 3: let the request pass, with or without a warning, or let it fail. */
  readonly onUnhandledFrame?: 'bypass' | 'warn' | 'error';
  /** The option of MSW 2, with the same values. */
  readonly onUnhandledRequest?: 'bypass' | 'warn' | 'error';
}

/** Options of MSW, with both names of the option for requests that no handler covers. */
export type WithUnhandled<Options> = Options | (Omit<Options, keyof UnhandledOptions> & UnhandledOptions);

interface UnhandledNames<Handle> {
  readonly onUnhandledFrame?: Handle;
  readonly onUnhandledRequest?: Handle;
}

/**
 * Returns the option for requests that no handler covers under both names. Each version ignores the other one.
 *
 * @param fallback The value if neither name has one. Default: that of MSW.
 */
export function nameUnhandled<Handle>(options: UnhandledNames<Handle>, fallback?: Handle): UnhandledNames<Handle> {
  const { onUnhandledFrame, onUnhandledRequest = onUnhandledFrame ?? fallback } = options;
  if (onUnhandledRequest === undefined) return {};
  return { onUnhandledRequest, onUnhandledFrame: onUnhandledFrame ?? onUnhandledRequest };
}
