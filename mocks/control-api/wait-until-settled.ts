/** Waits until a promise settles, for a number of milliseconds, or until the client disconnects. */
export async function waitUntilSettled(
  promise: Promise<unknown>,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const timer = setTimeout(end, timeout);
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  try {
    await Promise.race([promise, ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
