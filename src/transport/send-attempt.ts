import ky, { TimeoutError as KyTimeoutError } from 'ky';
import { isControlledByMsw } from '../config/environment.ts';
import { memberOf } from '../contract/printable.ts';
import { ConfigurationError, ConnectionError } from '../errors/index.ts';
import { messageOf, rootCause } from '../errors/thrown-value.ts';
import type { FetchResponse } from '../types/fetch.ts';
import type { CallState } from './call-state.ts';
import type { PreparedRequest } from './prepare-request.ts';
import { requestHeaders } from './request-headers.ts';
import { HttpExchange, readBody } from './response.ts';
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
  const { maxResponseBytes } = request.settings;
  for (const [name, value] of Object.entries(await requestHeaders(state, token))) headers.set(name, value);
  // The hook may have used up the time of the attempt.
  signal.throwIfAborted();
  // A page sends its requests even if the check cannot be loaded.
  if (request.settings.mayExposeToken && token) void checkExposure(request, token).catch(() => {});
  state.attempts += 1;
  state.tokens.add(token);
  const startedAt = performance.now();
  let response: FetchResponse;
  let body: Uint8Array<ArrayBuffer> | undefined;
  try {
    response = await followRedirects(state, headers, signal);
    body = await readBody(response, maxResponseBytes, signal);
  } catch (error) {
    const failure = error instanceof NoResponse ? new ConfigurationError(error.message) : connectionError(state, error);
    if (failure instanceof ConnectionError) return failure;
    throw failure;
  }
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

/** Sends a request. Follows the redirects of a GET within its origin. */
async function followRedirects(state: CallState, headers: Headers, signal: AbortSignal): Promise<FetchResponse> {
  const { call, settings } = state.request;
  let { url } = state.request;
  let response = await sendTo(url, state, headers, signal);
  for (let redirects = 0; redirects < maxRedirects; redirects += 1) {
    const target = call.method === 'GET' ? redirectTarget(response, url) : undefined;
    if (target === undefined) break;
    // An unread body would keep its connection busy.
    await readBody(response, settings.maxResponseBytes, signal);
    url = target;
    response = await sendTo(url, state, headers, signal);
  }
  return response;
}

async function sendTo(
  url: string,
  { request }: CallState,
  headers: Headers,
  signal: AbortSignal,
): Promise<FetchResponse> {
  const { ky: instance, fetch, isBrowser } = request.settings;
  const init = {
    method: request.call.method,
    body: request.body || null,
    signal,
    // `fetch` itself would follow a redirect to any origin, and turn a POST into a GET without a body.
    // Browsers do not show where a redirect leads.
    redirect: isBrowser ? ('error' as const) : ('manual' as const),
  };
  if (instance) return checkResponse(await instance(url, { ...init, ...withoutDefaults, headers }), 'ky');
  // Not with a `Request`: many wrappers, and an undici of another version, do not accept it.
  return checkResponse(await fetch(url, { ...init, headers: Object.fromEntries(headers) }), 'fetch');
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

/** A `fetch` returned something else. Not a MasterDataError, because a custom `fetch` can throw those as well. */
class NoResponse extends Error {}

function checkResponse(value: unknown, subject: string): FetchResponse {
  if (isResponse(value)) return value;
  throw new NoResponse(`${subject}: must return a Response`);
}

function isResponse(value: unknown): value is FetchResponse {
  const headers = memberOf(value, 'headers');
  const methods = [memberOf(value, 'arrayBuffer'), memberOf(headers, 'get'), memberOf(headers, 'forEach')];
  return Number.isInteger(memberOf(value, 'status')) && methods.every((method) => typeof method === 'function');
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

/** Error codes of Node's `fetch` for a request that it can never send. */
const configurationCodes = /^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH)$/;

/** Returns the error of a `fetch` that returned no complete response. */
function connectionError(state: CallState, error: unknown): ConnectionError | ConfigurationError {
  const { label, settings } = state.request;
  // Keep only the message of a hook's error: its cause may contain a secret. ky wraps only network errors.
  const isFromHook = settings.ky && error instanceof Error && error.name !== 'NetworkError';
  const { message, code } = isFromHook ? { message: messageOf(error), code: undefined } : rootCause(error);
  const text = state.redact(`${label} failed: ${message}`);
  if (configurationCodes.test(code ?? '') || message === 'bad port') return new ConfigurationError(text);
  const isUnexplained = settings.isBrowser && !isFromHook && code === undefined;
  const hint = isUnexplained ? '. Browsers do not say why: check CORS, and that the service does not redirect.' : '';
  return new ConnectionError(text + hint, code, state.failedRequest());
}
