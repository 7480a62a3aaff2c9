import type { Issue } from '../../src/contract/validate.ts';
import { InvalidRecordError } from '../store/errors.ts';
import type { TableName } from '../store/row-types.ts';

/** The number of bad rows after which an import stops. */
export const maxBadRows = 100;

/** The lines of the rows of a file. Not fields of the rows, which the tables validate. */
const linesOfRows = new WeakMap<readonly object[], readonly number[]>();

/** Remembers the line of each row in its file. */
export function setLines(rows: readonly object[], lines: readonly number[]): void {
  linesOfRows.set(rows, lines);
}

/** Returns issues whose paths begin with a row: its index, or its id. */
export function atRow(row: string, issues: readonly Issue[]): Issue[] {
  return issues.map(({ path, message }) => ({ path: path === '' ? row : `${row}.${path}`, message }));
}

type RowsByTable = { readonly [Name in TableName]?: readonly object[] | undefined };

/** Returns an error whose paths begin with a line of the file, for example `line 3.email`, and not with an index. */
export function atLines(error: unknown, rows: RowsByTable): unknown {
  if (!(error instanceof InvalidRecordError)) return error;
  const lines = linesOfRows.get(rows[error.table] ?? []);
  if (!lines) return error;
  const issues = error.issues.map(({ path, message }) => ({
    path: path.replace(/^\d+(?=\.|$)/, (index) => `line ${lines[Number(index)] ?? '?'}`),
    message,
  }));
  return new InvalidRecordError(error.table, issues);
}
