import { maxDelay } from '../config/check-options.ts';
import { TimeoutError } from '../errors/index.ts';
import { failedRequest, type PreparedRequest } from './prepare-request.ts';

/** The time that the next step of a call may take, and the option that limits it. */
export interface TimeLimit {
  readonly option: 'timeout' | 'totalTimeout';
  readonly milliseconds: number;
}

/** Returns the milliseconds that the call may still take at a time on the clock of `performance`. */
export function remainingTime(
  { startedAt, settings: { totalTimeout } }: PreparedRequest,
  time = performance.now(),
): number {
  return totalTimeout === false ? Number.POSITIVE_INFINITY : Math.max(0, totalTimeout - (time - startedAt));
}

/** Returns the limit of the next step: that of an attempt, or that of the call if less time is left. */
export function timeLimit(request: PreparedRequest): TimeLimit {
  const timeout = request.settings.timeout || Number.POSITIVE_INFINITY;
  const remaining = remainingTime(request);
  return timeout < remaining
    ? { option: 'timeout', milliseconds: timeout }
    : { option: 'totalTimeout', milliseconds: Math.max(1, remaining) };
}

/** Returns the error of a limit that ended a call. It names the limit and the number of attempts. */
export function limitError(request: PreparedRequest, option: TimeLimit['option']): TimeoutError {
  const { attempts, settings } = request;
  const count = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  const total = option === 'totalTimeout' ? `in total (totalTimeout, ${count})` : `(${count})`;
  return timeoutError(request, `timed out after ${settings[option]} ms ${total}`);
}

/** @param problem Continues the label of the request: `timed out after 20 ms`. */
export function timeoutError(request: PreparedRequest, problem: string): TimeoutError {
  return new TimeoutError(`${request.label} ${problem}`, failedRequest(request));
}

/**
 * Waits for a promise, but no longer than a number of milliseconds or until the signal is aborted. The timer ends with
 * the wait, so that it does not keep the process alive. Resolves with `undefined` if the time is over.
 */
export function waitFor<T>(
  promise: Promise<T>,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = Number.isFinite(milliseconds)
      ? setTimeout(() => end(() => resolve(undefined)), Math.min(milliseconds, maxDelay))
      : undefined;
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason belongs to the caller
    const abort = (): void => end(() => reject(signal?.reason));
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      settle();
    };
    promise.then(
      (value) => end(() => resolve(value)),
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the promise may reject with any value
      (error: unknown) => end(() => reject(error)),
    );
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
  });
}

/** Waits for a step. Rejects if it takes more milliseconds than the total limit of the call leaves. */
export async function waitWithinTotal(
  request: PreparedRequest,
  milliseconds: number,
  signal: AbortSignal | undefined,
  step: Promise<void>,
): Promise<void> {
  const done = step.then(() => true);
  if (!(await waitFor(done, milliseconds, signal))) throw limitError(request, 'totalTimeout');
}

export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  // `NaN` may come from a cooldown of the caller.
  await waitFor(new Promise(() => {}), milliseconds || 0, signal);
}

/** Runs a task like `waitFor`. Aborts the signal of the task if its time is over or if `signal` is aborted. */
export async function runWithin<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const controller = new AbortController();
  let isDone = false;
  const running = task(controller.signal).finally(() => {
    isDone = true;
  });
  try {
    return await waitFor(running, milliseconds, signal);
  } finally {
    if (!isDone) controller.abort();
  }
}
