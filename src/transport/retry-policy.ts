/** When to send a request again, and how long to delay before. */

const longestWait = 60;

/** Seconds that an answer asks to delay: `Retry-After`, or for a used-up rate `RateLimit-Reset`. */
export function retryAfter(status: number, headers: Headers): number | undefined {
  const wait = headers.get('retry-after') ?? (status === 429 ? headers.get('ratelimit-reset') : null);
  if (wait === null) return undefined;
  const seconds = Number(wait);
  const now = Date.now() / 1000;
  // Some services send the time of the reset, in seconds since 1970, where others send how long until then.
  const left = Number.isNaN(seconds) ? Date.parse(wait) / 1000 - now : seconds > 1e9 ? seconds - now : seconds;
  return Number.isNaN(left) ? undefined : Math.max(0, Math.ceil(left));
}

/** Whether a status may be another one the next time. A POST may have done its work before any of them but 429. */
export function isRetryable(status: number, once: boolean): boolean {
  return status === 429 || (!once && [408, 500, 502, 503, 504].includes(status));
}

/** Milliseconds to delay before a retry, or nothing where the service asks for more than the client is willing to. */
export function waitBefore(retry: number, asked: number | undefined): number | undefined {
  if (asked === undefined) return backoff(retry);
  return asked > longestWait ? undefined : asked * 1000;
}

/** Milliseconds to delay where the service does not ask for any, spread, so that not all come back together. */
export function backoff(retry: number): number {
  return Math.min(500 * 2 ** (retry - 1), 8000) * (1 - Math.random() / 4);
}
