/**
 * Returns a delay in milliseconds. It doubles from 0.5 to 8 seconds, with jitter, so that clients do not retry at once.
 */
export function backoff(retry: number): number {
  return Math.min(500 * 2 ** (retry - 1), 8000) * (1 - Math.random() / 4);
}
