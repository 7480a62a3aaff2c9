import { preview } from '../../src/contract/printable.ts';

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
