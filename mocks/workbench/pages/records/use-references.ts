import type { RowReferences } from '../../../control-api/routes/references.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { orNull } from './use-row.ts';

/** Loads the rows that refer to a record, and again after each change. Null if the record does not exist any more. */
export function useReferences(table: TableName, id: string): RowReferences | null | undefined {
  const { session } = useApp();
  const load = () => orNull(session.control.call('GET /db/{table}/{id}/references', { params: { table, id } }));
  return useLoaded(load, [table, id, session.recordsVersion.value]);
}
