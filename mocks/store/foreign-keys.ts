import type { Issue } from '../../src/contract/validate.ts';
import { column } from './fields.ts';
import { mapTables, metadata, tableNames } from './metadata.ts';
import type { Row } from './row-map.ts';
import type { TableName } from './row-types.ts';

/** The columns that code for any table uses. */
export interface AnyRow extends Row {
  readonly workspace_id?: string;
  readonly api_name?: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at?: string | null;
}

type GetRow = (table: TableName, id: string) => AnyRow | undefined;

type ForeignKey = readonly [column: string, target: TableName];

/** The columns of each table that refer to rows, and the tables they refer to. */
export const foreignKeys: { readonly [Name in TableName]: readonly ForeignKey[] } = mapTables(
  (name): readonly ForeignKey[] => [
    ...Object.entries(metadata[name].foreignKeys),
    ...(name === 'workspaces' ? [] : [['workspace_id', 'workspaces'] as const]),
  ],
);

/** Returns the columns that refer to a table, with the tables that have them. */
export function referencesTo(target: TableName): (readonly [table: TableName, column: string])[] {
  return tableNames.flatMap((table) =>
    foreignKeys[table].filter(([, other]) => other === target).map(([field]) => [table, field] as const),
  );
}

/**
 * Returns the references of a row that are not valid. A reference to a deleted row is valid only if `previous`, the row
 * before the change, has it too.
 */
export function foreignKeyIssues(name: TableName, row: AnyRow, previous: AnyRow | undefined, get: GetRow): Issue[] {
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

function notFound(target: TableName): string {
  const { label } = metadata[target];
  return `must be the id of a ${label}${target === 'workspaces' ? '' : ' in this workspace'}`;
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
