import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { mapTables, metadata } from '../../store/metadata.ts';
import type { Rows, TableName } from '../../store/row-types.ts';
import type { UntypedTable } from '../../store/table-arguments.ts';
import type { TableSchema } from '../../store/table-schema.ts';
import { createTextMatcher } from '../../store/text-matcher.ts';
import { type ControlHandlers, defineRoutes } from '../define-routes.ts';
import { list, row, tableName, wholeNumberParameter } from '../schemas.ts';

/** A row that contains the text of a search. */
export type SearchResult = {
  readonly [Name in TableName]: {
    /** The table of the row. */
    readonly table: Name;
    /** The first column with the text. */
    readonly column: string;
    /** The row. */
    readonly row: Rows[Name];
  };
}[TableName];

/** The rows that contain the text of a search. */
export interface SearchResults {
  /** The row with this id first, the others in the order of their tables. */
  readonly results: readonly SearchResult[];
  /** Whether there may be more rows. */
  readonly isTruncated: boolean;
}

type ResultSchemas = { readonly [Name in TableName]: z.ZodMiniType<Extract<SearchResult, { readonly table: Name }>> };

const resultSchemas = mapTables<ResultSchemas>((name) =>
  z.object({ table: z.literal(name), column: z.string(), row: metadata[name].row }),
);

/** A row of a table of your own, whose type the specification does not know. */
const ownResult = z.object({ table: tableName, column: z.string(), row }) as unknown as z.ZodMiniType<SearchResult>;

const noText = 'q: must be a text to search for';

export const searchRoutes = defineRoutes({
  'GET /search': {
    name: 'search',
    description: 'Finds rows of all tables by id or text.',
    query: z.object({
      q: z.string(noText).check(z.regex(/\S/, noText)),
      limit: wholeNumberParameter(1, 500),
    }),
    response: z.object({
      results: list(z.union([...Object.values(resultSchemas), ownResult])),
      isTruncated: z.boolean(),
    }),
  },
});

/** Handles searches. */
export function handleSearch({ db }: MockServer, { names }: TableSchema): ControlHandlers<typeof searchRoutes> {
  return { 'GET /search': ({ query: { q, limit = 50 } }) => search(db, names, q.trim(), limit) };
}

function search(db: MockServer['db'], tables: readonly TableName[], text: string, limit: number): SearchResults {
  const results: SearchResult[] = [];
  const add = (table: TableName, column: string, row: object) => {
    results.push({ table, column, row } as SearchResult);
  };
  for (const table of tables) {
    const row = db[table].get(text);
    if (row) add(table, 'id', row);
  }
  const contains = createTextMatcher(text);
  for (const table of tables) {
    const untyped: UntypedTable = db[table];
    for (const row of untyped.list()) {
      if (!contains(row) || results.some((result) => result.row === row)) continue;
      if (results.length === limit) return { results, isTruncated: true };
      const [column = ''] = Object.entries(row).find(([, value]) => contains(value)) ?? [];
      add(table, column, row);
    }
  }
  return { results, isTruncated: false };
}
