import { maxTime, minTime, type TimeSource } from '../shared/time.ts';

/** A moment: a date, an ISO 8601 text, or milliseconds since 1970. */
export type DateInput = Date | string | number;

/**
 * The mock's timestamp. It runs with the machine's, or with the function that the mock was given, until it is set; from then on it stands still but for `advance`.
 */
export interface MockClock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Stops the clock at a moment.
   *
   * @throws TypeError for what is no date.
   */
  set(moment: DateInput): void;
  /**
   * Moves the clock on; it goes on running, or standing. A delay that a fault makes is not the clock's: it is waited for.
   *
   * @throws TypeError for what is no number, or leads to no date.
   */
  advance(milliseconds: number): void;
  /** Lets the clock resume with the timestamp again, as if it had never been set or advanced. */
  resume(): void;
}

/** A clock that stands at a moment, or runs with what tells the timestamp. */
export function createClock(start: DateInput | TimeSource = systemTime): MockClock {
  const source = typeof start === 'function' ? start : systemTime;
  let stopped: number | undefined;
  let ahead = 0;
  const clock: MockClock = {
    now: () => stopped ?? Math.min(Math.max(source() + ahead, minTime), maxTime),
    set(moment) {
      stopped = milliseconds(moment);
    },
    advance(by) {
      if (!Number.isFinite(by)) throw new TypeError(`clock.advance: expected milliseconds, received ${by}`);
      milliseconds(clock.now() + by);
      if (stopped === undefined) ahead += by;
      else stopped += by;
    },
    resume() {
      stopped = undefined;
      ahead = 0;
    },
  };
  if (typeof start !== 'function') clock.set(start);
  return clock;
}

/** Asked for anew each timestamp, since fake timers put another `Date` in its place. */
function systemTime(): number {
  return Date.now();
}

function milliseconds(moment: DateInput): number {
  const time = new Date(moment).getTime();
  if (Number.isNaN(time)) throw new TypeError(`clock: expected a date, received ${String(moment)}`);
  if (time < minTime || time > maxTime) {
    throw new TypeError(`clock: must be in the years 0 to 9999, received ${new Date(time).toISOString()}`);
  }
  return time;
}
