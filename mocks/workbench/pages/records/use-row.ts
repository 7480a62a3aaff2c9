import { useRef } from 'preact/hooks';
import { ControlApiError } from '../../../remote/control-client.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import type { Row } from '../../store/session.ts';

/** Loads a row, and again after each change. Undefined while it is loading, null if it does not exist. */
export function useRow(table: TableName, id: string): Row | null | undefined {
  const { session } = useApp();
  const load = () => orNull(session.control.call('GET /db/{table}/{id}', { params: { table, id } }));
  const loaded = useLoaded(load, [table, id, session.recordsVersion.value]);
  // An unchanged row keeps its identity, and a form its draft.
  const row = useRef(loaded);
  if (row.current !== loaded && JSON.stringify(row.current) !== JSON.stringify(loaded)) row.current = loaded;
  return row.current;
}

/** Resolves with null if the record of a call does not exist. */
export async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ControlApiError && error.status === 404) return null;
    throw error;
  }
}
