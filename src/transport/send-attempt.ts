import ky, { TimeoutError as KyTimeoutError } from 'ky';
import { isControlledByMsw } from '../config/environment.ts';
import { hasMethods, memberOf } from '../contract/printable.ts';
import { ConfigurationError } from '../errors/index.ts';
import type { FetchResponse } from '../types/fetch.ts';
import { readBody } from '../wire/read-body.ts';
import type { CallState } from './call-state.ts';
import { connectionError } from './connection-error.ts';
import type { PreparedRequest } from './prepare-request.ts';
import { requestHeaders } from './request-headers.ts';
import { HttpExchange } from './response.ts';
import { unexpectedResponse } from './response-error.ts';
import type { AttemptResult } from './retry.ts';
import { limitError, timeLimit, waitFor } from './time-limit.ts';

/** ky passes on the result of the option `fetch`, although its type says that this is a `Response`. */
const sendWithKy = ky as unknown as (url: string, init: object) => Promise<AttemptResult>;

/** Sends a request once and reads the response, whatever its status. The time limit includes hooks and the body. */
export async function sendAttempt(
  state: CallState,
  token: string,
  signal: AbortSignal | undefined,
): Promise<AttemptResult> {
  const { option, milliseconds } = timeLimit(state);
  try {
    return await sendWithKy(state.request.url, {
      method: state.request.call.method,
      signal,
      timeout: Number.isFinite(milliseconds) && milliseconds,
      retry: 0,
      throwHttpErrors: false,
      // A custom `fetch` or a hook may ignore the signal.
      fetch: (attempt: Request) =>
        waitFor(sendAndRead(state, token, attempt), Number.POSITIVE_INFINITY, attempt.signal),
    });
  } catch (error) {
    if (error instanceof KyTimeoutError) return limitError(state, option);
    throw error;
  }
}

/** Sends the request of an attempt with its headers, and reads its response. ky around it only limits the time. */
async function sendAndRead(state: CallState, token: string, { headers, signal }: Request): Promise<AttemptResult> {
  const { observer, request } = state;
  const { settings } = request;
  const { maxResponseBytes } = settings;
  for (const [name, value] of Object.entries(await requestHeaders(state, token))) headers.set(name, value);
  // The hook may have used up the time of the attempt.
  signal.throwIfAborted();
  // A page sends its requests even if the check cannot be loaded.
  if (settings.mayExposeToken && token) void checkExposure(request, token).catch(() => {});
  state.attempts += 1;
  state.tokens.add(token);
  const startedAt = performance.now();
  let response: FetchResponse | undefined;
  let body: Uint8Array<ArrayBuffer> | undefined;
  try {
    response = await followRedirects(state, headers, signal);
    body = response && (await readBody(response, maxResponseBytes, signal));
  } catch (error) {
    return connectionError(state, error);
  }
  if (!response) throw new ConfigurationError(`${settings.ky ? 'ky' : 'fetch'}: must return a Response`);
  const exchange = new HttpExchange(state, response, body ?? new Uint8Array());
  if (!signal.aborted) observer?.onResponse(state, exchange, performance.now() - startedAt);
  if (body) return exchange;
  const problem = `the body has more than ${maxResponseBytes.toLocaleString('en')} bytes (maxResponseBytes)`;
  throw unexpectedResponse(exchange, problem);
}

async function checkExposure({ settings, call }: PreparedRequest, token: string): Promise<void> {
  if (isControlledByMsw()) return;
  const { warnOfExposedToken } = await import('../config/exposed-token.ts');
  warnOfExposedToken(settings, call.url, token);
}

const maxRedirects = 5;

/**
 * Sends a request. Follows the redirects of a GET within its origin. Resolves with `undefined` if a custom `fetch` or a
 * ky instance returns something other than a response.
 */
async function followRedirects(
  state: CallState,
  headers: Headers,
  signal: AbortSignal,
): Promise<FetchResponse | undefined> {
  const { call, settings } = state.request;
  let { url } = state.request;
  for (let redirects = 0; ; redirects += 1) {
    const response = await sendTo(url, state, headers, signal);
    const mayFollow = call.method === 'GET' && redirects < maxRedirects;
    const target = response && mayFollow ? redirectTarget(response, url) : undefined;
    if (response === undefined || target === undefined) return response;
    // An unread body would keep its connection busy.
    await readBody(response, settings.maxResponseBytes, signal);
    url = target;
  }
}

async function sendTo(
  url: string,
  { request }: CallState,
  headers: Headers,
  signal: AbortSignal,
): Promise<FetchResponse | undefined> {
  const { ky: instance, fetch, isBrowser } = request.settings;
  const init = {
    method: request.call.method,
    body: request.body || null,
    signal,
    // `fetch` itself would follow a redirect to any origin, and turn a POST into a GET without a body.
    // Browsers do not show where a redirect leads.
    redirect: isBrowser ? ('error' as const) : ('manual' as const),
  };
  const response: unknown = instance
    ? await instance(url, { ...init, ...withoutDefaults, headers })
    : // Not with a `Request`: many wrappers, and an undici of another version, do not accept it.
      await fetch(url, { ...init, headers: Object.fromEntries(headers) });
  return isResponse(response) ? response : undefined;
}

/** Options that turn off all that would wait or change the URL in an instance of the team. */
const withoutDefaults = {
  retry: 0,
  timeout: false,
  totalTimeout: false,
  throwHttpErrors: false,
  prefix: '',
  baseUrl: undefined,
  searchParams: undefined,
  json: undefined,
} as const;

function isResponse(value: unknown): value is FetchResponse {
  const hasHeaders = hasMethods(memberOf(value, 'headers'), 'get', 'forEach');
  return hasHeaders && hasMethods(value, 'arrayBuffer') && Number.isInteger(memberOf(value, 'status'));
}

/**
 * Returns the target of a redirect within its origin. Another origin would receive the headers, and its response would
 * look like a response of the service.
 */
function redirectTarget({ status, headers }: FetchResponse, url: string): string | undefined {
  const location = headers.get('location');
  if (![301, 302, 303, 307, 308].includes(status) || location === null || !URL.canParse(location, url))
    return undefined;
  const target = new URL(location, url);
  // `fetch` rejects a URL with credentials, and its message shows them.
  const isPlain = !target.username && !target.password;
  return isPlain && target.origin === new URL(url).origin ? target.href : undefined;
}
