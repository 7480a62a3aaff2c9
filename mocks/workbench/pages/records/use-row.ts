import { useRef } from 'preact/hooks';
import { orIfMissing } from '../../../remote/control-client.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import type { Row } from '../../state/session.ts';

/** Loads a row, and again after each change. Undefined while it is loading, null if it does not exist. */
export function useRow(table: TableName, id: string): Row | null | undefined {
  const { session } = useApp();
  const load = () => orIfMissing(() => session.control.call('GET /db/{table}/{id}', { params: { table, id } }), null);
  const loaded = useLoaded(load, [table, id, session.recordsVersion.value]);
  // An unchanged row keeps its identity, and a form its draft.
  const row = useRef(loaded);
  if (row.current !== loaded && JSON.stringify(row.current) !== JSON.stringify(loaded)) row.current = loaded;
  return row.current;
}
