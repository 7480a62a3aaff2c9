/** The longest delay of a timer, in milliseconds. A timer with a longer one would fire immediately. */
export const maxDelay = 2 ** 31 - 1;

/** Resolves after a number of milliseconds, or as soon as the signal is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}

/** Lets the process end although a timer is running. In browsers, timers are numbers and never keep a process alive. */
export function unref(timer: ReturnType<typeof setTimeout>): void {
  if (typeof timer === 'object') timer.unref();
}
