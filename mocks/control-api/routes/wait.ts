/** Resolves when a promise resolves, after a number of milliseconds, or when the client disconnects. */
export async function settled(
  promise: Promise<unknown>,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, timeout);
    signal?.addEventListener('abort', end);
    promise.then(end, reject);
  });
}
