import ky from 'ky';
import { isBrowser } from '../config/environment.ts';
import { warnOfExposedToken } from '../config/exposed-token.ts';
import { ConfigurationError, ConnectionError } from '../errors/index.ts';
import { messageOf, rootCause } from '../errors/thrown-value.ts';
import type { FetchResponse } from '../types/fetch.ts';
import { createRedact } from '../wire/redact-token.ts';
import { failedRequest, type PreparedRequest } from './prepare-request.ts';
import { requestHeaders } from './request-headers.ts';
import { HttpExchange, readBody } from './response.ts';
import { unexpectedResponse } from './response-error.ts';
import type { AttemptResult } from './retry.ts';
import { limitError, runWithin, timeLimit } from './time-limit.ts';

/** Sends a request once and reads the response, whatever its status. The time limit includes hooks and the body. */
export async function sendAttempt(
  request: PreparedRequest,
  token: string,
  signal: AbortSignal | undefined,
): Promise<AttemptResult> {
  const { option, milliseconds } = timeLimit(request);
  const result = await runWithin(milliseconds, signal, (own) => receive(request, token, own));
  return result ?? limitError(request, option);
}

async function receive(request: PreparedRequest, token: string, signal: AbortSignal): Promise<AttemptResult> {
  const { settings, observer, call } = request;
  const { maxResponseBytes } = settings;
  const headers = await requestHeaders(request, token);
  // The hook may have used up the time of the attempt.
  signal.throwIfAborted();
  warnOfExposedToken(settings, call.url, token);
  request.attempts += 1;
  request.tokens.add(token);
  const startedAt = performance.now();
  let response: FetchResponse;
  let body: Uint8Array<ArrayBuffer> | undefined;
  try {
    response = await sendRequest(request, headers, signal);
    body = await readBody(response, maxResponseBytes, signal);
  } catch (error) {
    const failure =
      error instanceof NoResponse ? new ConfigurationError(error.message) : connectionError(request, error);
    if (failure instanceof ConnectionError) return failure;
    throw failure;
  }
  const exchange = new HttpExchange(request, response, body ?? new Uint8Array());
  if (!signal.aborted) observer?.onResponse(request, exchange, performance.now() - startedAt);
  if (body) return exchange;
  const problem = `the body has more than ${maxResponseBytes.toLocaleString('en')} bytes (maxResponseBytes)`;
  throw unexpectedResponse(exchange, problem);
}

/** ky passes the response of `fetch` on as it is. */
const sendWithKy: (url: string, init: object) => Promise<FetchResponse> = ky;

/** Sends a request with ky. Follows the redirects of a GET within its origin. */
async function sendRequest(
  request: PreparedRequest,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<FetchResponse> {
  const { call, body, settings } = request;
  const { ky: instance, fetch, maxResponseBytes } = settings;
  const init = {
    method: call.method,
    headers,
    body: body || null,
    // `fetch` itself would follow a redirect to any origin, and turn a POST into a GET without a body.
    // Browsers do not show where a redirect leads.
    redirect: isBrowser() ? ('error' as const) : ('manual' as const),
    retry: 0,
    timeout: false as const,
    throwHttpErrors: false as const,
  };
  const send = async (url: string): Promise<FetchResponse> => {
    if (instance) return checkResponse(await instance(url, { ...init, ...instanceOptions(headers, signal) }), 'ky');
    return sendWithKy(url, {
      ...init,
      async fetch({ url, method, headers }: Request) {
        // The body of a `Request` is a stream, and its signal follows another one: it would cost 10 µs.
        const { body, redirect } = init;
        return checkResponse(
          await fetch(url, { method, headers: Object.fromEntries(headers), body, signal, redirect }),
          'fetch',
        );
      },
    });
  };
  let { url } = request;
  let response = await send(url);
  for (let redirects = 0; redirects < maxRedirects; redirects += 1) {
    const target = call.method === 'GET' ? redirectTarget(response, url) : undefined;
    if (target === undefined) break;
    // An unread body would keep its connection busy.
    await readBody(response, maxResponseBytes, signal);
    url = target;
    response = await send(url);
  }
  return response;
}

const maxRedirects = 5;

/** Returns the options that turn off all that would wait or change the URL in an instance of the team. */
function instanceOptions(headers: Record<string, string>, signal: AbortSignal) {
  return {
    // ky merges plain objects case-sensitively: it would send its own `Authorization` and ours as one header.
    headers: new Headers(headers),
    signal,
    totalTimeout: false as const,
    prefix: '',
    baseUrl: undefined,
    searchParams: undefined,
    json: undefined,
  };
}

/** A `fetch` returned something else. Not a MasterDataError, because a custom `fetch` can throw those as well. */
class NoResponse extends Error {}

function checkResponse(value: unknown, subject: string): FetchResponse {
  if (isResponse(value)) return value;
  throw new NoResponse(`${subject}: must return a Response`);
}

function isResponse(value: unknown): value is FetchResponse {
  const { status, headers, arrayBuffer } = Object(value);
  return (
    Number.isInteger(status) &&
    [arrayBuffer, headers?.get, headers?.forEach].every((method) => typeof method === 'function')
  );
}

/** Error codes of Node's `fetch` for a request that it can never send. */
const configurationCodes = /^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH)$/;

function connectionError(request: PreparedRequest, error: unknown): ConnectionError | ConfigurationError {
  const { label, settings } = request;
  // Keep only the message of a hook's error: its cause may contain a secret. ky wraps only network errors.
  const isFromHook = settings.ky && error instanceof Error && error.name !== 'NetworkError';
  const { message, code } = isFromHook ? { message: messageOf(error), code: undefined } : rootCause(error);
  const text = createRedact(...request.tokens)(`${label} failed: ${message}`);
  if (configurationCodes.test(code ?? '') || message === 'bad port') return new ConfigurationError(text);
  const isUnexplained = isBrowser() && !isFromHook && code === undefined;
  const hint = isUnexplained ? '. Browsers do not say why: check CORS, and that the service does not redirect.' : '';
  return new ConnectionError(text + hint, code, failedRequest(request));
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
