import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { column } from '../../store/fields.ts';
import { describeUse } from '../../store/foreign-keys.ts';
import type { TableName } from '../../store/row-types.ts';
import type { UntypedTable } from '../../store/table-arguments.ts';
import type { TableSchema } from '../../store/table-schema.ts';
import { list, tableName } from '../schemas.ts';

const referenceGroup = z.object({
  /** The table of the rows. */
  table: tableName,
  /** The column that refers to the row. */
  column: z.string(),
  /** The number of rows. */
  total: z.number(),
  /** The ids of the first 100 rows. */
  ids: list(z.string()),
  /** Whether these rows are deleted together with the row, or prevent its deletion. */
  onDelete: z.enum(['delete', 'prevent']),
});

/** The rows of a table that refer to a row by a column. */
export interface ReferenceGroup extends z.output<typeof referenceGroup> {}

export const rowReferences = z.object({
  /** The references, by table and column. */
  references: list(referenceGroup),
  /** Whether `delete` would succeed. */
  canDelete: z.boolean(),
  /** The reason if it would not. */
  reason: z.exactOptional(z.string()),
});

/** The rows that refer to a row. */
export interface RowReferences extends z.output<typeof rowReferences> {}

const maxIds = 100;

/** Returns the rows that refer to a row, and tells whether it can be deleted. */
export function findReferences(mock: MockServer, schema: TableSchema, name: TableName, id: string): RowReferences {
  const groups = groupsOf(mock.db, schema, name, id);
  const deleted = groups
    .filter(({ onDelete }) => onDelete === 'delete')
    .flatMap(({ table, rows }) => rows.map((row) => [table, row.id] as const));
  const reason = reasonAgainst(mock, schema, name, id) ?? blockingTables(mock.db, schema, [[name, id], ...deleted]);
  return {
    references: groups.map(({ rows, ...group }) => ({
      ...group,
      total: rows.length,
      ids: rows.slice(0, maxIds).map((row) => row.id),
    })),
    canDelete: reason === undefined,
    ...(reason !== undefined && { reason }),
  };
}

function reasonAgainst(
  { workspace }: MockServer,
  { metadata }: TableSchema,
  name: TableName,
  id: string,
): string | undefined {
  if (name === 'workspaces' && id === workspace) return 'It is the workspace of the mock.';
  const { deletedWith } = metadata[name];
  if (deletedWith.length > 0) return `It is deleted with the row that ${deletedWith.join(' or ')} refers to.`;
  return undefined;
}

/** Says which rows refer to the rows that a deletion removes, and stay themselves. The first row is the deleted one. */
function blockingTables(
  db: MockServer['db'],
  schema: TableSchema,
  deleted: readonly (readonly [table: TableName, id: string])[],
): string | undefined {
  const ids = new Set(deleted.map(([, id]) => id));
  const tablesUsing = (keys: typeof deleted) =>
    keys.flatMap(([name, id]) =>
      groupsOf(db, schema, name, id).flatMap(({ table, rows }) =>
        rows.some((row) => !ids.has(row.id)) ? [table] : [],
      ),
    );
  const direct = tablesUsing(deleted.slice(0, 1));
  if (direct.length > 0) return `It is ${describeUse(direct)}`;
  const indirect = tablesUsing(deleted.slice(1));
  return indirect.length === 0 ? undefined : `Rows that are deleted with it are ${describeUse(indirect, 'other rows')}`;
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
