import type { TableName } from '../../../store/row-types.ts';
import type { Row } from '../../state/session.ts';
import { targetOf } from './grid-columns.tsx';

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
