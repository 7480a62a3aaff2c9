/** Ending a request early. */
import { AbortedError } from '../errors/index.ts';

/**
 * Runs a task until it ends or a signal is aborted, whichever comes first, also where the task does not heed it.
 * The task gets a signal of its own, so that no listener stays on the caller's, which may serve many requests.
 */
export function abortable<T>(
  caller: AbortSignal | undefined,
  title: string,
  task: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (caller === undefined) return task(undefined);
  return new Promise((resolve, reject) => {
    const own = new AbortController();
    const abort = (): void => {
      own.abort();
      reject(new AbortedError(`${title} was aborted`, { cause: caller.reason }));
    };
    if (caller.aborted) return abort();
    caller.addEventListener('abort', abort, { once: true });
    task(own.signal)
      .finally(() => caller.removeEventListener('abort', abort))
      .then(resolve, reject);
  });
}
