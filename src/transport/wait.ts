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
      ? setTimeout(() => end(() => resolve(undefined)), milliseconds)
      : undefined;
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason belongs to the caller
    const abort = (): void => end(() => reject(signal?.reason));
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      settle();
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    promise.then(
      (value) => end(() => resolve(value)),
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the promise may reject with any value
      (error: unknown) => end(() => reject(error)),
    );
  });
}

export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await waitFor(new Promise(() => {}), milliseconds, signal);
}
