import * as z from 'zod/mini';
import { parseOptions } from '../shared/parse-options.ts';
import { maxTime, minTime, type TimeSource } from '../shared/time.ts';
import { assertMilliseconds, type DateInput, toMilliseconds } from './clock-input.ts';

/**
 * The clock of a mock. It follows the system clock, or the time source that was passed to the mock, until `set` stops
 * it. `advance` moves it forward.
 */
export interface MockClock {
  /** Whether the clock stands still, because `set` or the option `clock` stopped it. */
  readonly isStopped: boolean;
  /** Returns the time in milliseconds since 1970. */
  now(): number;
  /**
   * Stops the clock at a point in time.
   *
   * @throws A TypeError if the value is not a date, or not in the years 0 to 9999.
   */
  set(moment: DateInput): void;
  /**
   * Moves the clock forward. A stopped clock stays stopped. Delays of faults do not end earlier: they use the system
   * clock.
   *
   * @throws A TypeError if the value is not a number, or if the new time is not in the years 0 to 9999.
   */
  advance(milliseconds: number): void;
  /** Makes the clock follow the system clock or the time source again. Undoes `set` and `advance`. */
  resume(): void;
}

const momentText = 'must be milliseconds in the years 0 to 9999';
const moment = z.number(momentText).check(z.minimum(minTime, momentText), z.maximum(maxTime, momentText));
const stateSchema = z.strictObject({ stopped: z.optional(moment), ahead: z.number() });

/** A clock whose state can be stored. */
export interface StatefulClock extends MockClock {
  /** Returns the point in time at which the clock is stopped, if it is, and the milliseconds that it is ahead. */
  save(): unknown;
  /** @throws A TypeError if the value is not a saved state. */
  load(saved: unknown): void;
}

/**
 * Creates a clock that is stopped at a point in time, or that follows a time source.
 *
 * @param changed Called after the clock was set, advanced or resumed.
 */
export function createClock(start: DateInput | TimeSource = systemTime, changed: () => void): StatefulClock {
  const source = typeof start === 'function' ? start : systemTime;
  let stopped: number | undefined;
  let ahead = 0;
  const clock: StatefulClock = {
    get isStopped() {
      return stopped !== undefined;
    },
    now: () => stopped ?? Math.min(Math.max(read(source) + ahead, minTime), maxTime),
    set(moment) {
      stopped = toMilliseconds(moment);
      changed();
    },
    advance(by) {
      assertMilliseconds(by);
      toMilliseconds(clock.now() + by);
      if (stopped === undefined) ahead += by;
      else stopped += by;
      changed();
    },
    resume() {
      stopped = undefined;
      ahead = 0;
      changed();
    },
    save: () => ({ stopped, ahead }),
    load(saved) {
      ({ stopped, ahead } = parseOptions(stateSchema, saved, 'clock'));
    },
  };
  if (typeof start !== 'function') stopped = toMilliseconds(start);
  return clock;
}

function read(source: TimeSource): number {
  const time: unknown = source();
  if (typeof time === 'number' && !Number.isNaN(time)) return time;
  throw new TypeError(`clock: must return milliseconds since 1970, received ${String(time)}`);
}

/** Looks up `Date` for each call, because fake timers replace it. */
function systemTime(): number {
  return Date.now();
}
