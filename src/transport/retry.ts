import { ConnectionError, type TimeoutError } from '../errors/index.ts';
import { retryAfter } from '../wire/retry-after.ts';
import { isSpecifiedError } from './error-class.ts';
import type { HttpExchange } from './response.ts';

/** A response, or the reason why no complete response arrived. */
export type AttemptResult = HttpExchange | ConnectionError | TimeoutError;

/** The state of a call after an attempt. */
export interface RetryState {
  /** Number of retries so far. */
  readonly retries: number;
  readonly maxRetries: number;
  /** Whether a second request has the effect of the first, unlike a POST, or the caller accepts a duplicate. */
  readonly isRepeatable: boolean;
  /** Whether only `fetch` sends requests. The hooks of a ky instance can throw the same errors. */
  readonly hasPlainFetch: boolean;
  /** Milliseconds to wait if the service does not say. */
  readonly backoff: number;
  /** Milliseconds that the call may still take. */
  readonly remaining: number;
  /** The cooldown that the attempt has started, if it shares one. Without a delay, its wait would be too long. */
  readonly cooldown: { readonly delay: number | undefined } | undefined;
}

/** A retry after a delay in milliseconds. It counts towards `maxRetries`, unless a 429 started a shared cooldown. */
export interface Retry {
  readonly delay: number;
  readonly counts: boolean;
}

/** Decides whether to send a request again. Returns `undefined` if the result is final. */
export function decideRetry(result: AttemptResult, state: RetryState): Retry | undefined {
  const { cooldown, backoff, remaining } = state;
  const counts = !(cooldown && statusOf(result) === 429);
  if (counts && (state.retries >= state.maxRetries || !isRetryable(result, state))) return undefined;
  const wait = cooldown ? cooldown.delay : retryDelay(result, backoff);
  // A cooldown of the caller may return `NaN` or less than 0. Only the remaining time ends these retries.
  const delay = Math.max(0, wait ?? Number.NaN);
  return delay < remaining ? { delay, counts } : undefined;
}

/** Whether another attempt is safe and may succeed. A POST may have created its record, except after a 429. */
function isRetryable(result: AttemptResult, { isRepeatable, hasPlainFetch }: RetryState): boolean {
  if (result instanceof Error) return isRepeatable || isUnsent(result, hasPlainFetch);
  const { status } = result.response;
  if (status === 429) return true;
  return isRepeatable && [408, 500, 502, 503, 504].includes(status) && !isSpecifiedError(result.json());
}

/** Codes of Node and Bun for errors before anything is sent: no address, or no connection. */
const unsentCodes =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/;

/** Deno has no codes for them. Its text names the phase: `Connect`, or `SendRequest` once a connection exists. */
const unsentMessage = 'client error (Connect)';

/** Whether an error proves that the request was not sent. With a ky instance, its hooks may throw the same codes. */
export function isUnsent(result: AttemptResult, hasPlainFetch: boolean): boolean {
  if (!hasPlainFetch || !(result instanceof ConnectionError)) return false;
  return result.code ? unsentCodes.test(result.code) : result.message.includes(unsentMessage);
}

/** Seconds. The caller decides about longer waits. */
const maxRetryAfter = 60;

/** Returns the milliseconds to wait before a retry, or `undefined` if the service asks for more than a minute. */
function retryDelay(result: AttemptResult, backoff: number): number | undefined {
  const seconds = retryAfterOf(result);
  if (seconds === undefined) return backoff;
  return seconds > maxRetryAfter ? undefined : Math.max(seconds * 1000, backoff);
}

/**
 * Returns a delay in milliseconds. It doubles from 0.5 to 8 seconds, with jitter, so that clients do not retry at once.
 */
export function backoff(retry: number): number {
  return Math.min(500 * 2 ** (retry - 1), 8000) * (1 - Math.random() / 4);
}

/** Whether all calls that share a cooldown must wait: after a 429, or a 503 that asks for a wait. */
export function startsCooldown(result: AttemptResult): boolean {
  const status = statusOf(result);
  return status === 429 || (status === 503 && retryAfterOf(result) !== undefined);
}

export function statusOf(result: AttemptResult): number | undefined {
  return result instanceof Error ? undefined : result.response.status;
}

/** Returns the seconds that the service asks to wait. */
export function retryAfterOf(result: AttemptResult): number | undefined {
  return result instanceof Error ? undefined : retryAfter(result.response.status, result.response.headers);
}
