import { labelOf } from '../../store/fields.ts';
import { isNamedByOthers, queryNamedRows } from '../state/named-rows.ts';
import type { Row } from '../state/session.ts';
import { useApp } from './context.ts';
import { useLoaded } from './use-loaded.ts';

/** Returns the text by which a person knows a row. A price gets its name as soon as its product is loaded. */
export function useRowName(table: string, row: Row): string {
  const { session } = useApp();
  const id = row['id'];
  const load = async () =>
    isNamedByOthers(table) ? await queryNamedRows(session, table, { where: { id }, limit: 1 }) : [];
  const loaded = useLoaded(load, [table, id, session.recordsVersion.value]);
  return loaded?.[0]?.name ?? labelOf(row);
}
