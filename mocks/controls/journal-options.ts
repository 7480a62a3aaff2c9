import { preview } from '../../src/contract/printable.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { synchronous } from '../shared/synchronous.ts';
import { maxDelay } from '../shared/time.ts';

/** The names of the options of `summaries`. */
export const summariesOptionNames = { operation: true, after: true, limit: true } as const;

/** Milliseconds that `waitFor` waits by default. */
export const defaultTimeout = 4000;

/**
 * Returns the options of `waitFor` with their defaults.
 *
 * @throws A TypeError if an option is not valid.
 */
export function parseWaitOptions<Entry>(options: GivenOptions<Entry>) {
  assertOptionNames('waitFor', options, { where: true, timeout: true, after: true, signal: true });
  const { where, timeout = defaultTimeout, after = 0, signal } = options;
  if (!Number.isFinite(timeout) || timeout < 0 || timeout > maxDelay) {
    throw new TypeError(`waitFor.timeout: must be milliseconds from 0 and below 2^31, received ${preview(timeout)}`);
  }
  if (!Number.isFinite(after)) throw new TypeError(`waitFor.after: must be a number, received ${preview(after)}`);
  const accepts = where === undefined ? () => true : synchronous('waitFor.where', where);
  return { accepts, timeout, after, signal };
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

interface GivenOptions<Entry> extends MissingEntry {
  readonly where?: ((entry: Entry) => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
}
