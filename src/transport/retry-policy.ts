import type { ConnectionError, TimeoutError } from '../errors/index.ts';
import { isSpecifiedError } from './error-category.ts';
import type { HttpExchange } from './response.ts';

/** A response, or the reason why no complete response arrived. */
export type AttemptResult = HttpExchange | ConnectionError | TimeoutError;

export function statusOf(result: AttemptResult): number | undefined {
  return result instanceof Error ? undefined : result.response.status;
}

/** Seconds. The caller decides about longer waits. */
const maxRetryAfter = 60;

/** Codes of Node and Bun for errors before anything is sent: no address, or no connection. */
const unsentCodes = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
  'FailedToOpenSocket',
]);

/** Deno has no codes for them. Its text names the phase: `Connect`, or `SendRequest` once a connection exists. */
const unsentMessage = 'client error (Connect)';

/** Returns the seconds to wait according to a response: `Retry-After`, or `RateLimit-Reset` after a 429. */
export function retryAfter(status: number, headers: Pick<Headers, 'get'>): number | undefined {
  const value = headerOf(headers, 'retry-after') || (status === 429 ? headerOf(headers, 'ratelimit-reset') : '');
  // Use the clock of the service, because the local clock may differ.
  const now = (parseDate(headerOf(headers, 'date')) ?? Date.now()) / 1000;
  if (/^\d+$/.test(value)) {
    const seconds = Number(value);
    // Some services send the time of the reset instead, in seconds since 1970.
    return seconds > 1e9 ? Math.max(0, Math.ceil(seconds - now)) : seconds;
  }
  const date = parseDate(value);
  return date === undefined ? undefined : Math.max(0, Math.ceil(date / 1000 - now));
}

/** Some runtimes keep the white space around a header. */
function headerOf(headers: Pick<Headers, 'get'>, name: string): string {
  return (headers.get(name) ?? '').trim();
}

/** Parses an HTTP date to milliseconds since 1970. `Date.parse` would also accept other formats. */
function parseDate(value: string): number | undefined {
  const time = /^[A-Z][a-z]+, .+ GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Whether an error proves that the request was not sent. With a ky instance, its hooks may throw the same codes. */
export function isUnsent(result: AttemptResult, hasPlainFetch: boolean): boolean {
  if (!hasPlainFetch || !(result instanceof Error) || !('code' in result)) return false;
  return result.code ? unsentCodes.has(result.code) : result.message.includes(unsentMessage);
}

/** Whether another attempt is safe and may succeed. A POST may have created its record, except after a 429. */
export function isRetryable(result: AttemptResult, isRepeatable: boolean, hasPlainFetch: boolean): boolean {
  if (result instanceof Error) return isRepeatable || isUnsent(result, hasPlainFetch);
  const { status } = result.response;
  if (status === 429) return true;
  return isRepeatable && [408, 500, 502, 503, 504].includes(status) && !isSpecifiedError(result.json());
}

/** Returns the milliseconds to wait before a retry, or `undefined` if the service asks for more than a minute. */
export function retryDelay(result: AttemptResult, backoff: number): number | undefined {
  const seconds = result instanceof Error ? undefined : retryAfter(result.response.status, result.response.headers);
  if (seconds === undefined) return backoff;
  return seconds > maxRetryAfter ? undefined : Math.max(seconds * 1000, backoff);
}
