import type { ControlClock } from '../../control-api/routes/clock.ts';

/** The clock of a mock, as it was read. */
export interface Clock extends ControlClock {
  /** Milliseconds by which the clock is ahead of this computer. */
  readonly ahead: number;
}

export function readClock(clock: ControlClock): Clock {
  return { ...clock, ahead: clock.milliseconds - Date.now() };
}

/** Returns the time of a clock at a time of this computer. */
export function timeOf({ isStopped, milliseconds, ahead }: Clock, now: number): number {
  return isStopped ? milliseconds : now + ahead;
}
