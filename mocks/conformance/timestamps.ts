import type { Session } from './session.ts';

/** Waits until a change gets another timestamp than the given one, if timestamps have no fractions of a second. */
export async function waitForTimestamp(session: Session, timestamp: string): Promise<void> {
  if (/T\d\d:\d\d:\d\d(?:Z|[+-])/.test(timestamp)) await session.wait(1100);
}
