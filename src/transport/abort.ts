import { AbortedError } from '../errors/index.ts';

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
