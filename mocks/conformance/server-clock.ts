import { parseTimestamp } from '../../src/contract/timestamp.ts';
import { NotRunError } from './errors.ts';
import { textOf } from './json.ts';
import type { Records } from './records.ts';
import type { Service } from './service.ts';

/** Milliseconds before each look at the clock. Timestamps can be in whole seconds. */
const delays = [0, 5, 1100, 3000];

/**
 * Waits until the clock of the server is later than a timestamp, so that a change gets another one. The timestamps of
 * new records show the clock.
 *
 * @throws A {@link NotRunError} if the clock stands still.
 */
export async function waitForClock(service: Service, records: Records, timestamp: string): Promise<void> {
  for (const delay of delays) {
    if (delay > 0) await service.sender.wait(delay);
    const { record } = await records.create('customers.create');
    if (isLater(textOf(record, 'created_at'), timestamp)) return;
  }
  throw new NotRunError('the clock of the server stands still, so `updated_at` says nothing');
}

/** Compares whole seconds if one of the timestamps has no more than that. */
function isLater(time: string, other: string): boolean {
  const isFine = [time, other].every((each) => /[.,]\d*[1-9]/.test(each));
  const unit = isFine ? 1 : 1000;
  const unitsOf = (each: string) => Math.floor((parseTimestamp(each) ?? Number.NaN) / unit);
  return unitsOf(time) > unitsOf(other);
}
