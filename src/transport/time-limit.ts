import { maxDelay } from '../config/check-options.ts';
import { AbortedError, TimeoutError } from '../errors/index.ts';
import type { CallState } from './call-state.ts';

/** The time that the next step of a call may take, and the option that limits it. */
export interface TimeLimit {
  readonly option: 'timeout' | 'totalTimeout';
  readonly milliseconds: number;
}

/** Returns the milliseconds that the call may still take at a time on the clock of `performance`. */
export function remainingTime({ startedAt, request }: CallState, time = performance.now()): number {
  const { totalTimeout } = request.settings;
  return totalTimeout === false ? Number.POSITIVE_INFINITY : Math.max(0, totalTimeout - (time - startedAt));
}

/** Returns the limit of the next step: that of an attempt, or that of the call if less time is left. */
export function timeLimit(state: CallState): TimeLimit {
  const timeout = state.request.settings.timeout || Number.POSITIVE_INFINITY;
  const remaining = remainingTime(state);
  return timeout < remaining
    ? { option: 'timeout', milliseconds: timeout }
    : { option: 'totalTimeout', milliseconds: Math.max(1, remaining) };
}

/** Returns the error of a limit that ended a call. It names the limit and the number of attempts. */
export function limitError(state: CallState, option: TimeLimit['option']): TimeoutError {
  const { attempts, request } = state;
  const count = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  const total = option === 'totalTimeout' ? `in total (totalTimeout, ${count})` : `(${count})`;
  return timeoutError(state, `timed out after ${request.settings[option]} ms ${total}`);
}

/** @param problem Continues the label of the request: `timed out after 20 ms`. */
export function timeoutError(state: CallState, problem: string): TimeoutError {
  return new TimeoutError(`${state.request.label} ${problem}`, state.failedRequest());
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
  state: CallState,
  milliseconds: number,
  signal: AbortSignal | undefined,
  step: Promise<void>,
): Promise<void> {
  const done = step.then(() => true);
  if (!(await waitFor(done, milliseconds, signal))) throw limitError(state, 'totalTimeout');
}

export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  // `NaN` may come from a cooldown of the caller.
  await waitFor(new Promise(() => {}), milliseconds || 0, signal);
}

/**
 * Runs a task until it ends or `caller` is aborted, even if the task ignores the abort. The task gets its own signal,
 * so that no listener stays on the signal of the caller, which may serve many requests.
 */
export function abortable<T>(
  caller: AbortSignal | undefined,
  label: string,
  task: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (caller === undefined) return task(undefined);
  return new Promise((resolve, reject) => {
    const own = new AbortController();
    const abort = (): void => {
      own.abort();
      reject(new AbortedError(`${label} was aborted`, { cause: caller.reason }));
    };
    if (caller.aborted) return abort();
    caller.addEventListener('abort', abort, { once: true });
    task(own.signal)
      .finally(() => caller.removeEventListener('abort', abort))
      .then(resolve, reject);
  });
}
