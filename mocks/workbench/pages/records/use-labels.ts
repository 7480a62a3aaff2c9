import { useCallback } from 'preact/hooks';
import { labelOf } from '../../../store/fields.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';

/** Returns the text by which a person knows a record. Undefined if only its id is known. */
export type FindLabel = (table: TableName, id: string) => string | undefined;

/** The most records of a table that are named. The grid shows the ids of the others. */
const maxLabels = 500;

/** Loads the names of records of some tables, and again after each change. */
export function useLabels(tables: readonly TableName[]): FindLabel {
  const { session } = useApp();
  const loadTable = async (table: TableName) => {
    const rows = await session.queryRows(table, { limit: maxLabels });
    return [table, new Map(rows.map((row) => [String(row['id']), labelOf(row)]))] as const;
  };
  const load = async () => new Map(await Promise.all(tables.map(loadTable)));
  const labels = useLoaded(load, [tables, session.recordsVersion.value]);
  return useCallback(
    (table, id) => {
      const label = labels?.get(table)?.get(id);
      return label === id ? undefined : label;
    },
    [labels],
  );
}
