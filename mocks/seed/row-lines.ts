import type { Issue } from '../../src/contract/validate.ts';
import { isObject, readField } from '../shared/json.ts';
import { InvalidRecordError } from '../store/errors.ts';

/** The number of bad rows after which an import stops. */
export const maxBadRows = 100;

/** The place of a row in its file, for example `line 3`. Not a field of the row, which its table validates. */
const places = new WeakMap<object, string>();

/** Remembers the line of a row in its file. */
export function setLine(row: object, line: number): void {
  places.set(row, `line ${line}`);
}

/** Adds the name of the file to the places of its rows, because the rows of several files have the same lines. */
export function addFileName(rows: readonly unknown[], file: string): void {
  for (const [index, row] of rows.entries()) if (isObject(row)) places.set(row, `${file} ${places.get(row) ?? index}`);
}

/** Returns issues whose paths begin with a row: its index, or its id. */
export function atRow(row: string, issues: readonly Issue[]): Issue[] {
  return issues.map(({ path, message }) => ({ path: path === '' ? row : `${row}.${path}`, message }));
}

type RowsByTable = Readonly<Record<string, readonly object[] | undefined>>;

/** Returns an error whose paths begin with a line of the file, for example `line 3.email`, and not with an index. */
export function atLines(error: unknown, rows: RowsByTable): unknown {
  if (!(error instanceof InvalidRecordError)) return error;
  const { table } = error;
  const placeOf = (index: string) => {
    const row = readField(rows, table)?.[Number(index)];
    return (row && places.get(row)) ?? index;
  };
  const issues = error.issues.map(({ path, message }) => ({ path: path.replace(/^\d+(?=\.|$)/, placeOf), message }));
  return new InvalidRecordError(table, issues);
}
