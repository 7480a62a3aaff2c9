import type { Settings } from '../config/settings.ts';
import type { MasterDataError } from '../errors/index.ts';
import { describeTimeout } from './describe-timeout.ts';
import type { PreparedRequest } from './request.ts';
import type { HttpExchange } from './response.ts';
import { type AttemptResult, isRetryable, isUnsent, retryAfter, retryDelay, statusOf } from './retry-policy.ts';
import { sleep, waitFor } from './wait.ts';

/** The functions of the main bundle that the retry loop needs. */
export interface RetrySteps {
  readonly signal: AbortSignal | undefined;
  /** Sends the request once. */
  send(): Promise<AttemptResult>;
  /** Returns the milliseconds to wait before a retry if the service does not say. */
  backoff(retry: number): number;
  /** Returns the milliseconds that the call may still take. */
  remainingTime(): number;
  timeoutError(message: string): MasterDataError;
  /** Returns the error that the call rejects with after this response. */
  errorOf(exchange: HttpExchange): MasterDataError;
}

/** Sends a request until a result is final or no retry is left. `first` is the result of an attempt already made. */
export async function sendWithRetries(
  request: PreparedRequest,
  settings: Settings,
  first: AttemptResult | undefined,
  steps: RetrySteps,
): Promise<HttpExchange> {
  const { cooldown, maxRetries, ky } = settings;
  // Hooks of a ky instance may send requests of their own, and fail with their errors.
  const hasPlainFetch = !ky;
  const isRepeatable = request.call.method !== 'POST' || settings.retryPosts;
  let result = first;
  for (let retries = 0; ; ) {
    if (result === undefined) {
      await waitForCooldown(request, settings, steps);
      result = await steps.send();
    }
    const isCooldown = cooldown !== undefined && startsCooldown(result);
    const cooldownDelay = isCooldown ? cooldown.start(secondsOf(result)) : undefined;
    // After a 429, the wait of a shared cooldown is not a retry of this request.
    const isRejected = isCooldown && statusOf(result) === 429;
    if (!isRejected) retries += 1;
    const mayRetry = isRejected || (retries <= maxRetries && isRetryable(result, isRepeatable, hasPlainFetch));
    const delay = !mayRetry ? undefined : isCooldown ? cooldownDelay : retryDelay(result, steps.backoff(retries));
    if (
      delay === undefined ||
      delay >= steps.remainingTime() ||
      (await isVetoed(request, settings, result instanceof Error ? result : steps.errorOf(result), delay, steps)) ||
      delay >= steps.remainingTime()
    ) {
      if (result instanceof Error) throw result;
      return result;
    }
    await sleep(delay, steps.signal);
    request.observer?.onRetry(request, {
      attempt: request.attempts,
      delay,
      status: statusOf(result),
      error: result instanceof Error ? result : undefined,
    });
    request.mayHaveSucceeded ||= statusOf(result) !== 429 && !isUnsent(result, hasPlainFetch);
    result = undefined;
  }
}

async function waitForCooldown(request: PreparedRequest, settings: Settings, steps: RetrySteps): Promise<void> {
  const { cooldown } = settings;
  // Another request may start a new cooldown meanwhile.
  for (let wait = cooldown?.remaining() ?? 0; wait > 0; wait = cooldown?.remaining() ?? 0) {
    const left = steps.remainingTime();
    await sleep(Math.min(wait, left), steps.signal);
    if (wait >= left) throw steps.timeoutError(describeTimeout(request, settings));
  }
}

/** Whether all calls that share a cooldown must wait: after a 429, or a 503 that asks for a wait. */
function startsCooldown(result: AttemptResult): boolean {
  const status = statusOf(result);
  return status === 429 || (status === 503 && secondsOf(result) !== undefined);
}

function secondsOf(result: AttemptResult): number | undefined {
  return result instanceof Error ? undefined : retryAfter(result.response.status, result.response.headers);
}

/**
 * Whether `shouldRetry` rules out a retry. If it throws, the safe choice is not to send the request again. It may take
 * as long as the call.
 */
async function isVetoed(
  { call, attempts }: PreparedRequest,
  { shouldRetry, log }: Settings,
  error: MasterDataError,
  delay: number,
  { remainingTime, signal }: RetrySteps,
): Promise<boolean> {
  if (!shouldRetry) return false;
  try {
    const decision = (async () => shouldRetry(Object.freeze({ call, attempt: attempts, delay, error })))();
    return (await waitFor(decision, remainingTime(), signal)) === false;
  } catch (failure) {
    if (signal?.aborted) throw failure;
    log.error?.(`shouldRetry failed: ${failure instanceof Error ? failure.message : typeof failure}`);
    return true;
  }
}
