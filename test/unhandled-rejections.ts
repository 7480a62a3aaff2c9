import { setTimeout } from 'node:timers/promises';

/** Runs a function, and returns the rejections that nothing handles. The test runner does not see them. */
export async function unhandledRejections(run: () => unknown): Promise<unknown[]> {
  const reasons: unknown[] = [];
  const collect = (reason: unknown): unknown => reasons.push(reason);
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', collect);
  try {
    await run();
    await setTimeout(20);
  } finally {
    process.off('unhandledRejection', collect);
    for (const listener of listeners) process.on('unhandledRejection', listener);
  }
  return reasons;
}
