import type { ControlClient } from '../../../remote/control-client.ts';
import { referencesTo } from '../../../store/foreign-keys.ts';
import { metadata } from '../../../store/metadata.ts';
import type { TableName } from '../../../store/row-types.ts';
import type { Row } from '../../store/session.ts';
import { targetOf } from './columns.tsx';

/** Rows of one table that refer to a record by one column. */
export interface ReferenceGroup {
  readonly table: TableName;
  readonly column: string;
  readonly rows: readonly Row[];
  readonly total: number;
  /** Whether the rows are deleted with the record. Other rows prevent its deletion. */
  readonly isDeletedToo: boolean;
}

/** The most rows that are listed for each column. */
const limit = 25;

/** Finds the rows that refer to a record. */
export async function findReferences(control: ControlClient, table: TableName, id: string): Promise<ReferenceGroup[]> {
  const groups = await Promise.all(
    referencesTo(table).map(async ([other, column]): Promise<ReferenceGroup> => {
      const { rows, total } = await control.post<{ rows: readonly Row[]; total: number }>(`db/${other}/query`, {
        where: { [column]: id },
        limit,
      });
      return { table: other, column, rows, total, isDeletedToo: metadata[other].deletedWith.includes(column) };
    }),
  );
  return groups.filter(({ total }) => total > 0);
}

/** A record that a row refers to. */
export interface OutgoingLink {
  readonly column: string;
  readonly table: TableName;
  readonly id: string;
}

/** Returns the records that a row refers to. */
export function outgoingLinks(table: TableName, row: Row): readonly OutgoingLink[] {
  return Object.entries(row).flatMap(([column, value]) => {
    const target = targetOf(table, column);
    if (!target) return [];
    const ids = Array.isArray(value) ? value : [value];
    return ids.filter((id) => typeof id === 'string').map((id) => ({ column, table: target, id }));
  });
}
