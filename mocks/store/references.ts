import { type Issue, withArticle } from '../../src/contract/validate.ts';
import { InvalidRecordError } from './errors.ts';
import { column, deletedAt } from './fields.ts';
import type { Row } from './row-map.ts';
import type { TableName } from './row-types.ts';
import type { RowKey } from './row-writes.ts';
import type { TableSchema } from './table-schema.ts';
import type { ReadableTables } from './tables.ts';

/** The columns that code for any table uses. */
export interface AnyRow extends Row {
  readonly workspace_id?: string;
  readonly api_name?: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at?: string | null;
}

interface RowsById {
  readonly schema: TableSchema;
  table(name: TableName): { get(id: string): AnyRow | undefined; has(column: string, value: string): boolean };
}

/**
 * Returns the references of a row that are not valid. A reference to a deleted row is valid only if `previous`, the row
 * before the change, has it too.
 *
 * @param acyclic References of the table that lead to no cycle. Shared by the rows of a check, so that it walks each
 * chain of references once.
 */
export function foreignKeyIssues(
  name: TableName,
  row: AnyRow,
  previous: AnyRow | undefined,
  tables: RowsById,
  acyclic?: Set<string>,
): Issue[] {
  const { foreignKeys, metadata } = tables.schema;
  const get = (table: TableName, id: string) => tables.table(table).get(id);
  const notFound = (target: TableName) =>
    `must be the id of ${withArticle(metadata[target].label)}${target === 'workspaces' ? '' : ' in this workspace'}`;
  const issues: Issue[] = [];
  const check = (id: string, path: string, field: string, target: TableName) => {
    const referenced = get(target, id);
    const isDeleted = referenced && deletedAt(metadata[target], referenced);
    if (!referenced || (isDeleted && !(previous && idsOf(previous, field).includes(id)))) {
      issues.push({ path, message: notFound(target) });
    } else if (target !== 'workspaces' && referenced.workspace_id !== row.workspace_id) {
      issues.push({ path, message: notFound(target) });
    } else if (target === name && path === field && isInCycle(row.id, id, field)) {
      issues.push({ path, message: `must not make the ${metadata[name].label.toLowerCase()} its own ancestor` });
    }
  };
  /** Whether the rows that a reference leads to include the row that has it. */
  const isInCycle = (id: string, start: string, field: string): boolean => {
    if (id === start || !tables.table(name).has(field, id)) return id === start;
    const visited = new Set<string>();
    let next: unknown = start;
    while (typeof next === 'string' && !visited.has(next) && !acyclic?.has(`${field} ${next}`)) {
      if (next === id) return true;
      visited.add(next);
      next = column(get(name, next) ?? {}, field);
    }
    if (!visited.has(String(next))) for (const each of visited) acyclic?.add(`${field} ${each}`);
    return false;
  };
  for (const [field, target] of foreignKeys[name]) {
    const value = column(row, field);
    if (previous && previous !== row && value === column(previous, field)) continue;
    if (typeof value === 'string') check(value, field, field, target);
    else if (Array.isArray(value)) {
      for (const [index, id] of value.entries()) check(String(id), `${field}.${index}`, field, target);
    }
  }
  return issues;
}

/** Returns the rows that are deleted with a row. */
export function dependentsOf({ table: target, id }: RowKey, tables: ReadableTables): readonly RowKey[] {
  return tables.schema
    .referencesTo(target)
    .filter(([name, field]) => tables.schema.metadata[name].deletedWith.includes(field))
    .flatMap(([name, field]) =>
      tables
        .table(name)
        .where(field, id)
        .map((row) => ({ table: name, id: row.id })),
    );
}

/** @throws An {@link InvalidRecordError} if another row refers to one of the deleted rows. */
export function assertUnreferenced(deleted: readonly RowKey[], tables: ReadableTables): void {
  for (const { table: target, id } of deleted) {
    const referencing = tables.schema.referencesTo(target).filter(([name, field]) => tables.table(name).has(field, id));
    if (referencing.length === 0) continue;
    const names = [...new Set(referencing.map(([name]) => name))];
    const message = `is used by rows of ${names.join(', ')}. Delete those first.`;
    throw new InvalidRecordError(target, [{ path: 'id', message }]);
  }
}

function idsOf(row: AnyRow, field: string): readonly unknown[] {
  const value = column(row, field);
  return Array.isArray(value) ? value : [value];
}
