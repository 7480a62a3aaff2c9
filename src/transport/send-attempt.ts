import ky, { isTimeoutError } from 'ky';
import { isBrowser } from '../config/environment.ts';
import { checkHeaders } from '../config/headers.ts';
import { type Settings, warnOfExposedToken } from '../config/settings.ts';
import { ConfigurationError, ConnectionError, TimeoutError } from '../errors/index.ts';
import type { FetchResponse } from '../types/fetch.ts';
import { timeLimit } from './deadline.ts';
import { fetchResponse } from './fetch-response.ts';
import { loadOnDemand } from './load-on-demand.ts';
import type { PreparedRequest } from './request.ts';
import { HttpExchange } from './response.ts';
import type { AttemptResult } from './retry-policy.ts';

/**
 * Sends a request once and reads the response, whatever its status. ky limits the time and handles the abort. It does
 * not get the headers and the body, because it would copy them and its errors would contain them.
 */
export async function sendAttempt(
  request: PreparedRequest,
  settings: Settings,
  token: string,
  signal: AbortSignal | undefined,
): Promise<AttemptResult> {
  const timeout = timeLimit(request, settings);
  request.attempts += 1;
  warnOfExposedToken(settings, request.call.url, token);
  try {
    return await new Promise<HttpExchange>((resolve, reject) => {
      ky(request.call.url, {
        method: request.call.method,
        timeout: Number.isFinite(timeout) && timeout,
        retry: 0,
        throwHttpErrors: false,
        ...(signal && { signal }),
        async fetch(input) {
          const attemptSignal = typeof input === 'object' && 'signal' in input ? input.signal : null;
          const exchange = await exchangeOf(request, settings, token, attemptSignal);
          resolve(exchange);
          // ky requires a response. Return an empty one.
          return new Response();
        },
      }).catch(reject);
    });
  } catch (error) {
    if (isTimeoutError(error)) {
      const { describeTimeout } = await loadOnDemand();
      return new TimeoutError(describeTimeout(request, settings));
    }
    if (error instanceof ConnectionError) return error;
    throw error;
  }
}

async function exchangeOf(
  request: PreparedRequest,
  settings: Settings,
  token: string,
  signal: AbortSignal | null,
): Promise<HttpExchange> {
  const headers = await requestHeaders(request, settings, token);
  // The hook may have used up the time of the attempt, and a custom `fetch` may ignore the signal.
  signal?.throwIfAborted();
  const startedAt = performance.now();
  const exchange = await receive(request, settings, token, headers, signal);
  if (!signal?.aborted) request.observer?.onResponse(request, exchange, performance.now() - startedAt);
  return exchange;
}

async function requestHeaders(
  request: PreparedRequest,
  settings: Settings,
  token: string,
): Promise<Record<string, string>> {
  const { body, attempts, observer } = request;
  return {
    ...(body && { 'content-type': 'application/json' }),
    ...settings.headers,
    // Send this header only on retries: in a browser, it requires permission (CORS) from a server of another origin.
    ...(attempts > 1 && { 'x-retry-count': `${attempts - 1}` }),
    ...(observer && (await hookHeaders(observer.onRequest(request)))),
    ...(token && { authorization: `Bearer ${token}` }),
  };
}

async function hookHeaders(
  overrides: Promise<{ readonly headers?: Readonly<Record<string, string>> | undefined } | undefined>,
): Promise<Record<string, string>> {
  try {
    return checkHeaders((await overrides)?.headers ?? {});
  } catch (error) {
    throw new ConfigurationError(`onRequest failed: ${error instanceof Error ? error.message : typeof error}`);
  }
}

async function receive(
  request: PreparedRequest,
  settings: Settings,
  token: string,
  headers: Record<string, string>,
  signal: AbortSignal | null,
): Promise<HttpExchange> {
  try {
    const response = await fetchResponse(request, settings, headers, signal);
    return new HttpExchange(request, response, await readBody(response), token);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    const { describeFetchError } = await loadOnDemand();
    const { message, code, isConfiguration } = describeFetchError(request.label, error, token, isBrowser());
    throw isConfiguration ? new ConfigurationError(message) : new ConnectionError(message, code);
  }
}

/** Reads JSON as text, which is faster than reading and decoding bytes. */
function readBody(response: FetchResponse): Promise<string | ArrayBuffer> {
  return /\bjson\b/i.test(response.headers.get('content-type') ?? '') ? response.text() : response.arrayBuffer();
}
