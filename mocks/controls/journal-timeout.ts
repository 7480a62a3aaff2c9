import { preview } from '../../src/contract/printable.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { maxDelay } from '../shared/timers.ts';

/** Milliseconds that `waitFor` waits by default. */
export const defaultTimeout = 4000;

/** @throws A TypeError if an option of `waitFor` is not valid. */
export function checkWaitOptions(options: CheckedOptions): void {
  assertOptionNames('waitFor', options, { where: true, timeout: true, after: true, signal: true });
  const { timeout = defaultTimeout, after = 0 } = options;
  if (!Number.isFinite(timeout) || timeout < 0 || timeout > maxDelay) {
    throw new TypeError(`waitFor.timeout: must be milliseconds from 0 and below 2^31, received ${preview(timeout)}`);
  }
  if (!Number.isFinite(after)) throw new TypeError(`waitFor.after: must be a number, received ${preview(after)}`);
}

/** Says which entry of the journal did not arrive in time. */
export function describeMissingEntry(
  operation: string,
  { where, after = 0, timeout = defaultTimeout }: MissingEntry,
): string {
  const conditions = [where && 'that matches', after > 0 && `after ${after}`].filter(Boolean).join(' ');
  return `The journal has no entry of ${operation}${conditions && ` ${conditions}`} within ${timeout} ms.`;
}

interface MissingEntry {
  readonly where?: unknown;
  readonly after?: number | undefined;
  readonly timeout?: number | undefined;
}

interface CheckedOptions extends MissingEntry {
  readonly signal?: unknown;
}
