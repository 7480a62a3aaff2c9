import type { RowReferences } from '../../../control-api/routes/references.ts';
import { orIfMissing } from '../../../remote/control-client.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';

/** Loads the rows that refer to a record, and again after each change. Null if the record does not exist any more. */
export function useReferences(table: TableName, id: string): RowReferences | null | undefined {
  const { session } = useApp();
  const load = () =>
    orIfMissing(() => session.control.call('GET /db/{table}/{id}/references', { params: { table, id } }), null);
  return useLoaded(load, [table, id, session.recordsVersion.value]);
}
