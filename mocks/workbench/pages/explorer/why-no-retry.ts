/** The last attempt of a call that failed. */
export interface LastAttempt {
  readonly method: string;
  /** 0 if there was no complete response. */
  readonly status: number;
  /** The seconds that the response asks to wait. */
  readonly retryAfter?: number | undefined;
  /** The number of attempts of the call. */
  readonly attempts: number;
}

// `decideRetry` of the client says the same, which a test checks. The mock does not import it.
/** The statuses that the client retries. 0 is a broken connection. */
const transient: readonly number[] = [0, 408, 429, 500, 502, 503, 504];

/** Seconds. The client does not wait longer. */
const maxRetryAfter = 60;

/** The retries of a client with default options. */
const maxRetries = 2;

/**
 * Says why a client with default options does not repeat a failed call. Returns undefined if the client repeats it, or
 * if nobody would expect that: a 404 stays a 404.
 */
export function whyNoRetry({ method, status, retryAfter = 0, attempts }: LastAttempt): string | undefined {
  if (!transient.includes(status)) return undefined;
  if (status !== 429 && method === 'POST') {
    return 'The client does not repeat a POST, because the record may exist already. The option retryPosts changes that.';
  }
  if (attempts > maxRetries)
    return `The client has repeated the call ${maxRetries} times, as often as it does by default.`;
  if (retryAfter > maxRetryAfter) {
    return 'The client does not repeat the call, because the response asks it to wait for more than a minute.';
  }
  return undefined;
}
