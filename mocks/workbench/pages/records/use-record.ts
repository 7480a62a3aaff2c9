import { useRef } from 'preact/hooks';
import type { RowReferences } from '../../../control-api/routes/references.ts';
import { orIfMissing } from '../../../remote/control-client.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import type { Row } from '../../state/session.ts';

/** Loads a record. Undefined while it is loading, null if it does not exist. */
export function useRecord(table: TableName, id: string, version = 0): Row | null | undefined {
  const { session } = useApp();
  const load = () => orIfMissing(() => session.control.call('GET /db/{table}/{id}', { params: { table, id } }), null);
  return useLoaded<Row | null>(load, [table, id, version]);
}

/** Loads a record like {@link useRecord}, and again after each change. */
export function useLiveRecord(table: TableName, id: string): Row | null | undefined {
  const loaded = useRecord(table, id, useApp().session.recordsVersion.value);
  // An unchanged row keeps its identity, and a form its draft.
  const row = useRef(loaded);
  if (row.current !== loaded && JSON.stringify(row.current) !== JSON.stringify(loaded)) row.current = loaded;
  return row.current;
}

/** Loads the rows that refer to a record, and again after each change. Null if the record does not exist any more. */
export function useReferences(table: TableName, id: string): RowReferences | null | undefined {
  const { session } = useApp();
  const load = () =>
    orIfMissing(() => session.control.call('GET /db/{table}/{id}/references', { params: { table, id } }), null);
  return useLoaded(load, [table, id, session.recordsVersion.value]);
}
