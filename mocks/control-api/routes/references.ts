import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { InvalidRecordError } from '../../store/errors.ts';
import { column } from '../../store/fields.ts';
import type { TableName } from '../../store/row-types.ts';
import type { UntypedTable } from '../../store/table-arguments.ts';
import type { TableSchema } from '../../store/table-schema.ts';
import { list, tableName } from '../schemas.ts';

/** The rows of a table that refer to a row by a column. */
export interface ReferenceGroup {
  /** The table of the rows. */
  readonly table: TableName;
  /** The column that refers to the row. */
  readonly column: string;
  /** The number of rows. */
  readonly total: number;
  /** The ids of the first 100 rows. */
  readonly ids: readonly string[];
  /** Whether these rows are deleted together with the row, or prevent its deletion. */
  readonly onDelete: 'delete' | 'prevent';
}

/** The rows that refer to a row. */
export interface RowReferences {
  /** The references, by table and column. */
  readonly references: readonly ReferenceGroup[];
  /** Whether `delete` would succeed. */
  readonly canDelete: boolean;
  /** The reason if it would not. */
  readonly reason?: string;
}

const referenceGroup: z.ZodMiniType<ReferenceGroup> = z.object({
  table: tableName,
  column: z.string(),
  total: z.number(),
  ids: list(z.string()),
  onDelete: z.enum(['delete', 'prevent']),
});

export const rowReferences: z.ZodMiniType<RowReferences> = z.object({
  references: list(referenceGroup),
  canDelete: z.boolean(),
  reason: z.exactOptional(z.string()),
});

const maxIds = 100;

/** Returns the rows that refer to a row, and tells whether it can be deleted. */
export function findReferences(mock: MockServer, schema: TableSchema, name: TableName, id: string): RowReferences {
  const reason = reasonAgainst(mock, name, id);
  return {
    references: groupsOf(mock.db, schema, name, id).map(({ rows, ...group }) => ({
      ...group,
      total: rows.length,
      ids: rows.slice(0, maxIds).map((row) => row.id),
    })),
    canDelete: reason === undefined,
    ...(reason !== undefined && { reason }),
  };
}

/** Thrown to undo a deletion that was possible. */
class Deleted extends Error {}

/** Deletes a row, and undoes that. Returns the reason if it was not possible. */
function reasonAgainst(mock: MockServer, name: TableName, id: string): string | undefined {
  const table: UntypedTable = mock.db[name];
  try {
    mock.transaction(() => {
      table.delete(id);
      throw new Deleted();
    });
  } catch (error) {
    if (error instanceof Deleted) return undefined;
    if (!(error instanceof InvalidRecordError)) throw error;
    const problem = error.issues.map(({ message }) => message.replace(/\.$/, '')).join('; ');
    if (error.table === name) return `It ${problem}.`;
    return `Rows that are deleted with it are ${problem.replace(/^is /, '')}.`;
  }
  return undefined;
}

function groupsOf(db: MockServer['db'], schema: TableSchema, name: TableName, id: string) {
  return schema.referencesTo(name).flatMap(([table, field]) => {
    const untyped: UntypedTable = db[table];
    const rows = untyped.list().filter((row) => refersTo(column(row, field), id));
    const onDelete: ReferenceGroup['onDelete'] = schema.metadata[table].deletedWith.includes(field)
      ? 'delete'
      : 'prevent';
    return rows.length === 0 ? [] : [{ table, column: field, rows, onDelete }];
  });
}

function refersTo(value: unknown, id: string): boolean {
  return value === id || (Array.isArray(value) && value.includes(id));
}
