import { setTimeout } from 'node:timers/promises';

const events = ['unhandledRejection', 'uncaughtException'] as const;

/**
 * Runs a function, and returns the rejections that nothing handles and the errors that nothing catches. The test runner
 * does not see them.
 */
export async function unhandledRejections(run: () => unknown): Promise<unknown[]> {
  const reasons: unknown[] = [];
  const collect = (reason: unknown): unknown => reasons.push(reason);
  const former = events.map((event) => process.rawListeners(event));
  for (const event of events) process.removeAllListeners(event).on(event, collect);
  try {
    await run();
    await setTimeout(20);
  } finally {
    for (const [at, event] of events.entries()) {
      process.removeAllListeners(event);
      for (const listener of former[at] ?? []) process.on(event, listener as never);
    }
  }
  return reasons;
}
