import { preview } from '../../src/contract/validate.ts';

/** The number of bad rows after which an import stops. */
export const maxBadRows = 100;

/** The largest number of records that one call creates. */
export const maxRecordCount = 100_000;

/**
 * Returns the number of records to create at once. It needs no schema, because the remote control does not load zod.
 *
 * @throws A TypeError if it is not a whole number in range.
 */
export function assertRecordCount(count: unknown): number {
  if (Number.isInteger(count) && Number(count) >= 0 && Number(count) <= maxRecordCount) return Number(count);
  throw new TypeError(`count: must be a whole number from 0 to ${maxRecordCount}, received ${preview(count)}`);
}
