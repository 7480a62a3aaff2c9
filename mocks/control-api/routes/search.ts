import type { MockServer } from '../../engine/create-mock-server.ts';
import { HttpError } from '../../shared/http-error.ts';
import type { UntypedTable } from '../../store/json-rows.ts';
import { tableNames } from '../../store/metadata.ts';
import type { Rows, TableName } from '../../store/row-types.ts';
import { defineRoutes, ok } from '../define-routes.ts';
import { parseWholeNumber } from '../query.ts';
import { containing } from './query-rows.ts';

/** A row that contains the text of a search. */
export type SearchResult = {
  readonly [Name in TableName]: {
    readonly table: Name;
    /** The first column with the text. */
    readonly column: string;
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

const maxResults = 500;

/** Finds rows of all tables by id or text. */
export function searchRoutes({ db }: MockServer) {
  return defineRoutes({
    'GET /search?q&limit': ({ query }) => {
      const text = (query.get('q') ?? '').trim();
      if (text === '') throw new HttpError(400, 'q: must be a text to search for');
      return ok(search(db, text, parseWholeNumber(query, 'limit', 50, { minimum: 1, maximum: maxResults })));
    },
  });
}

function search(db: MockServer['db'], text: string, limit: number): SearchResults {
  const results: SearchResult[] = [];
  const add = (table: TableName, column: string, row: object) => {
    results.push({ table, column, row } as SearchResult);
  };
  for (const table of tableNames) {
    const row = db[table].get(text);
    if (row) add(table, 'id', row);
  }
  const contains = containing(text);
  for (const table of tableNames) {
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
