import { preview } from '../../src/contract/printable.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { isObject } from '../shared/json.ts';
import { assertColumn } from './errors.ts';
import { column } from './fields.ts';
import type { TableMetadata } from './metadata.ts';
import type { TableName } from './row-types.ts';
import { fold } from './text-matcher.ts';

/** A column to sort by. */
export interface SortColumn<Column extends string = string> {
  /** The name of the column. */
  readonly column: Column;
  /** Whether the greatest value comes first. Default: false. */
  readonly descending?: boolean | undefined;
}

/** A column to sort by, or several columns: the later ones order the rows with equal values. */
export type Sort<Row> = SortColumn<keyof Row & string> | readonly SortColumn<keyof Row & string>[];

/** A column to sort by, checked. */
export interface SortOrder {
  readonly column: string;
  readonly descending: boolean;
}

/** A value to sort by. Null comes last, in both directions. */
type SortKey = number | string | null;

/**
 * Returns the columns of a sort.
 *
 * @throws A TypeError if the table has no such column, or if JavaScript passes something else.
 */
export function sortColumns(name: TableName, metadata: TableMetadata<TableName>, sort: unknown): readonly SortOrder[] {
  return [sort === undefined ? [] : sort].flat().map((given: unknown) => {
    if (!isObject(given)) {
      throw new TypeError(`sort: must be { column, descending } or a list of them, received ${preview(given)}`);
    }
    const options: { readonly column?: unknown; readonly descending?: unknown } = given;
    assertOptionNames('sort', options, { column: true, descending: true });
    const { column: field, descending = false } = options;
    if (typeof field !== 'string') {
      throw new TypeError(`sort.column: must be the name of a column, received ${preview(field)}`);
    }
    assertColumn(name, metadata, field);
    if (typeof descending === 'boolean') return { column: field, descending };
    throw new TypeError(`sort.descending: must be true or false, received ${preview(descending)}`);
  });
}

/** Returns rows in the order of their values. */
export function sortRows<Row extends object>(rows: readonly Row[], sort: readonly SortOrder[]): Row[] {
  const keyed = rows.map((row) => ({ row, keys: sortKeys(row, sort) }));
  keyed.sort((a, b) => compareKeys(a.keys, b.keys, sort));
  return keyed.map(({ row }) => row);
}

/** Returns a number or a text for each column. Only a column without a schema can have both. */
export function sortKeys(row: object, sort: readonly SortOrder[]): readonly SortKey[] {
  return sort.map(({ column: field }) => {
    const value = column(row, field);
    if (value === undefined || value === null) return null;
    if (typeof value === 'number') return value;
    return typeof value === 'object' ? JSON.stringify(value) : fold(String(value));
  });
}

export function compareKeys(a: readonly SortKey[], b: readonly SortKey[], sort: readonly SortOrder[]): number {
  for (const [at, { descending }] of sort.entries()) {
    const order = compareKey(a[at] ?? null, b[at] ?? null, descending);
    if (order !== 0) return order;
  }
  return 0;
}

function compareKey(a: SortKey, b: SortKey, descending: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  // Numbers come before texts, because they cannot be compared.
  if (typeof a !== typeof b) return (typeof b === 'number') === descending ? -1 : 1;
  return a < b === descending ? 1 : -1;
}
