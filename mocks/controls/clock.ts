import * as z from 'zod/mini';
import { maxTime, minTime, type TimeSource } from '../shared/time.ts';
import { type Cell, type CellDefinition, jsonForm, withOption } from '../state/cell.ts';
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

/** The point in time at which a clock is stopped, if it is, and the milliseconds that it is ahead. */
type ClockState = z.output<typeof stateSchema>;

/** The value of the clock in the state of a mock. */
export function clockCell(start: DateInput | TimeSource | undefined): CellDefinition<ClockState> {
  const json = jsonForm(stateSchema, 'clock');
  const isStopped = start !== undefined && typeof start !== 'function';
  return {
    initial: { stopped: isStopped ? toMilliseconds(start) : undefined, ahead: 0 },
    json,
    stored: withOption(typeof start === 'function' ? 'function' : start, json),
  };
}

/** Creates the clock of a mock. It follows a time source unless it is stopped. */
export function createClock(cell: Cell<ClockState>, source: TimeSource = systemTime): MockClock {
  const clock: MockClock = {
    get isStopped() {
      return cell.get().stopped !== undefined;
    },
    now() {
      const { stopped, ahead } = cell.get();
      return stopped ?? Math.min(Math.max(read(source) + ahead, minTime), maxTime);
    },
    set: (moment) => cell.set({ stopped: toMilliseconds(moment), ahead: cell.get().ahead }),
    advance(by) {
      assertMilliseconds(by);
      toMilliseconds(clock.now() + by);
      const { stopped, ahead } = cell.get();
      cell.set(stopped === undefined ? { stopped, ahead: ahead + by } : { stopped: stopped + by, ahead });
    },
    resume: () => cell.set({ stopped: undefined, ahead: 0 }),
  };
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
