/** The names of snapshots. A URL cannot contain the segments `.` and `..`. */
const pattern = /^(?!\.{1,2}$)[^\p{Cc}/]{1,100}$/u;

/** Returns what is wrong with the name of a snapshot. */
export function snapshotNameProblem(name: string): string | undefined {
  if (pattern.test(name)) return undefined;
  return 'must be 1 to 100 characters without slashes and control characters, and not . or ..';
}
