import * as z from 'zod/mini';
import { listValid } from '../../../src/contract/unknown-name.ts';
import { parseJson } from '../../shared/json.ts';
import { wholeNumber } from '../../shared/parse-options.ts';
import { column } from '../../store/fields.ts';
import { positionOf } from '../../store/row-order.ts';
import type { Rows, TableName } from '../../store/row-types.ts';
import { compareKeys, type Sort, type SortOrder, sortColumns, sortKeys, sortRows } from '../../store/sort-rows.ts';
import type { UntypedTable } from '../../store/table-arguments.ts';
import type { TableSchema } from '../../store/table-schema.ts';
import { createTextMatcher } from '../../store/text-matcher.ts';
import type { WhereValues } from '../../store/where.ts';
import { jsonObject, list } from '../schemas.ts';

const sortColumn = z.strictObject({ column: z.string(), descending: z.optional(z.boolean()) });

/** The body of `POST /db/{table}/query`. */
export const querySchema = z.strictObject({
  where: z.optional(jsonObject('must be an object of values by column')),
  search: z.optional(z.string()),
  sort: z.optional(z.union([sortColumn, list(sortColumn)])),
  include: z.optional(list(z.string())),
  limit: z.optional(wholeNumber(1)),
  cursor: z.optional(z.string()),
  offset: z.optional(wholeNumber(0)),
});

/** A query of the rows of a table. */
export interface RowQuery<Row = object> {
  /** Values of columns that the rows must have, or operators: `{ period: { gt: 1 } }`. Default: any. */
  readonly where?: WhereValues<Row> | undefined;
  /** A text that one of the values must contain. Case, accents, and spaces around the text are ignored. */
  readonly search?: string | undefined;
  /**
   * A column to sort by, or several columns: the later ones order the rows with equal values. Rows with the same values
   * stay in insertion order, and those without a value are last.
   */
  readonly sort?: Sort<Row> | undefined;
  /**
   * Columns that refer to rows, for example `product_id`. The result has these rows in `included`, so that you need no
   * request for each of them. Default: none.
   */
  readonly include?: readonly (keyof Row & string)[] | undefined;
  /** The number of rows to return. Default: all. */
  readonly limit?: number | undefined;
  /** The `cursor` of the previous page, which must have the same `sort`. Default: the first page. */
  readonly cursor?: string | undefined;
  /** The number of rows to skip, to reach any page without the pages before it. Ignored with a cursor. Default: 0. */
  readonly offset?: number | undefined;
}

/** The rows that match a query, or a page of them. */
export interface RowPage<Row = object> {
  /** The rows, in the order of the query. */
  readonly rows: readonly Row[];
  /** The number of rows that match, on all pages. */
  readonly total: number;
  /** The rows that the columns in `include` refer to, by table. Each row is there once. */
  readonly included?: IncludedRows;
  /** Pass it to get the next page. Undefined on the last one. */
  readonly cursor?: string;
}

/** Rows by table. */
export type IncludedRows = { readonly [Name in TableName]?: readonly Rows[Name][] } & {
  readonly [table: string]: readonly object[] | undefined;
};

type Row = Rows[TableName];

/**
 * Returns the rows that match a query.
 *
 * @throws A TypeError if the query names an unknown column or has a wrong cursor.
 */
export function queryRows(
  name: TableName,
  tableOf: (name: TableName) => UntypedTable,
  schema: TableSchema,
  query: z.output<typeof querySchema>,
): RowPage<Row> {
  const { where = {}, search, include, limit, cursor, offset = 0 } = query;
  const table = tableOf(name);
  const sort = sortColumns(name, schema.metadata[name], query.sort);
  const rows = selectRows(table, table.list(where), { search: search?.trim(), sort });
  const total = rows.length;
  const start = cursor === undefined ? offset : startAfter(parseCursor(cursor, sort), rows, sort);
  const page = rows.slice(start, limit === undefined ? undefined : start + limit);
  const next = start + page.length;
  const last = page.at(-1);
  return {
    rows: page,
    total,
    ...(include && { included: includeRows(name, tableOf, schema, page, include) }),
    ...(last && next < total && { cursor: JSON.stringify(placeOf(last, sort)) }),
  };
}

/** @throws A TypeError if a column does not refer to rows. */
function includeRows(
  name: TableName,
  tableOf: (name: TableName) => UntypedTable,
  schema: TableSchema,
  rows: readonly Row[],
  include: readonly string[],
): IncludedRows {
  const targets = new Map<string, TableName>(schema.foreignKeys[name]);
  const ids = new Map<TableName, Set<unknown>>();
  for (const each of include) {
    const target = targets.get(each);
    if (target === undefined) {
      const valid = listValid('columns', each, [...targets.keys()]);
      throw new TypeError(`query.include: "${each}" is not a column of ${name} that refers to rows.${valid}`);
    }
    const known = ids.get(target) ?? new Set();
    ids.set(target, known);
    for (const id of rows.flatMap((row) => column(row, each))) known.add(id);
  }
  return Object.fromEntries(
    Array.from(ids, ([target, known]) => [
      target,
      [...known].flatMap((id) => (typeof id === 'string' ? (tableOf(target).get(id) ?? []) : [])),
    ]),
  );
}

interface Selection {
  readonly search: string | undefined;
  readonly sort: readonly SortOrder[];
}

interface CachedRows {
  readonly key: string;
  readonly listed: readonly Row[];
  readonly rows: readonly Row[];
}

/**
 * The result of the last search or sort of each table, for the next page. With it, the next page of 100,000 sorted
 * customers takes 17 ms, not 530.
 */
const lastRows = new WeakMap<UntypedTable, CachedRows>();

/** Returns the listed rows that contain a text, sorted. */
function selectRows(table: UntypedTable, listed: readonly Row[], { search, sort }: Selection): readonly Row[] {
  if (!search && sort.length === 0) return listed;
  const key = JSON.stringify([search, sort]);
  const last = lastRows.get(table);
  // Rows are replaced, never changed, so the same rows give the same result.
  const isSame = last?.key === key && last.listed.length === listed.length;
  if (isSame && last.listed.every((row, at) => row === listed[at])) return last.rows;
  const found = search ? listed.filter(createTextMatcher(search)) : listed;
  const rows = sort.length === 0 ? found : sortRows(found, sort);
  lastRows.set(table, { key, listed, rows });
  return rows;
}

/** The JSON in a cursor: the place of the last row of a page. It is valid even if that row is gone. */
const placeSchema = z.strictObject({
  id: z.string(),
  position: wholeNumber(0),
  sort: list(z.strictObject({ column: z.string(), descending: z.boolean() })),
  keys: list(z.union([z.number(), z.string(), z.null()])),
});

type Place = z.output<typeof placeSchema>;

function placeOf(row: Row, sort: readonly SortOrder[]): Place {
  return { id: row.id, position: positionOf(row), sort, keys: sortKeys(row, sort) };
}

/** @throws A TypeError if the value is not a cursor, or belongs to another sort. */
function parseCursor(cursor: string, sort: readonly SortOrder[]): Place {
  const { success, data } = placeSchema.safeParse(parseJson(cursor));
  if (!success) throw new TypeError(`query.cursor: must be the cursor of a page, received ${cursor}`);
  if (JSON.stringify(data.sort) === JSON.stringify(sort)) return data;
  throw new TypeError('query.cursor: must be used with the same sort as the page it came from');
}

/** Returns the index of the first row after a place. Rows may have been added, changed or removed since. */
function startAfter(place: Place, rows: readonly Row[], sort: readonly SortOrder[]): number {
  const compare = (row: Row) => compareKeys(sortKeys(row, sort), place.keys, sort) || positionOf(row) - place.position;
  let low = 0;
  for (let high = rows.length; low < high; ) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row && compare(row) < 0) low = middle + 1;
    else high = middle;
  }
  // Rows of two tabs can have the same position. After a restart, so can a new row and one that was deleted.
  for (let at = low; ; at += 1) {
    const row = rows[at];
    if (!row || compare(row) !== 0) return low;
    if (row.id === place.id) return at + 1;
  }
}
