import { preview } from '../../src/contract/printable.ts';
import type { OptionNames } from '../shared/assert-option-names.ts';
import type { SnapshotOptions } from './snapshot.ts';

/** Options of `restore()`. */
export interface RestoreOptions {
  /** Whether calls in progress continue, on the restored records. Default: false. */
  readonly keepCalls?: boolean | undefined;
}

/** The names of the options of `snapshot()`. */
export const snapshotOptionNames: OptionNames<SnapshotOptions> = { tokens: true, settings: true };

/** The names of the options of `restore()`. */
export const restoreOptionNames: OptionNames<RestoreOptions> = { keepCalls: true };

/** The names of snapshots. A URL cannot contain the segments `.` and `..`, and no database a part of a character. */
const pattern = /^(?!\.{1,2}$)[^\p{Cc}\p{Cs}/]{1,100}$/u;

/** Returns what is wrong with the name of a snapshot. */
export function snapshotNameProblem(name: unknown): string | undefined {
  if (typeof name === 'string' && pattern.test(name)) return undefined;
  return `must be 1 to 100 characters without slashes and control characters, and not . or .., received ${preview(name)}`;
}

/** @throws A TypeError if no snapshot can have the name. */
export function assertSnapshotName(name: unknown): void {
  const problem = snapshotNameProblem(name);
  if (problem) throw new TypeError(`snapshot name: ${problem}`);
}
