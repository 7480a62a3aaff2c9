import type { Issue } from '../../src/contract/validate.ts';
import { column } from './fields.ts';
import type { Row } from './row-map.ts';
import type { TableName } from './row-types.ts';
import type { TableSchema } from './table-schema.ts';

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
  table(name: TableName): { get(id: string): AnyRow | undefined };
}

/**
 * Returns the references of a row that are not valid. A reference to a deleted row is valid only if `previous`, the row
 * before the change, has it too.
 */
export function foreignKeyIssues(
  name: TableName,
  row: AnyRow,
  previous: AnyRow | undefined,
  tables: RowsById,
): Issue[] {
  const { foreignKeys, metadata } = tables.schema;
  const get = (table: TableName, id: string) => tables.table(table).get(id);
  const notFound = (target: TableName) =>
    `must be the id of a ${metadata[target].label}${target === 'workspaces' ? '' : ' in this workspace'}`;
  const issues: Issue[] = [];
  const check = (id: string, path: string, field: string, target: TableName) => {
    const referenced = get(target, id);
    if (!referenced || (referenced.deleted_at && !(previous && idsOf(previous, field).includes(id)))) {
      issues.push({ path, message: notFound(target) });
    } else if (target !== 'workspaces' && referenced.workspace_id !== row.workspace_id) {
      issues.push({ path, message: notFound(target) });
    } else if (target === name && isAncestor(row.id, id, (ancestor) => column(get(name, ancestor) ?? {}, field))) {
      issues.push({ path, message: `must not make the ${metadata[name].label.toLowerCase()} its own ancestor` });
    }
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

function idsOf(row: AnyRow, field: string): readonly unknown[] {
  const value = column(row, field);
  return Array.isArray(value) ? value : [value];
}

/** Whether the parents of a row, from `start` upward, include the row with an id. */
function isAncestor(id: string, start: string, parentOf: (id: string) => unknown): boolean {
  const visited = new Set<string>();
  let next: unknown = start;
  while (typeof next === 'string' && !visited.has(next)) {
    if (next === id) return true;
    visited.add(next);
    next = parentOf(next);
  }
  return false;
}
