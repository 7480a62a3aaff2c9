import { isTableName, tableNames } from '../../../store/metadata.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { addOwnTables } from '../../schema-form/table-metadata.ts';
import type { Session } from '../../state/session.ts';

/** The number of rows whose fields are the columns of a table without a known schema. */
const sample = 100;

/** Returns the names of the tables of a mock. Before they are known, those of the specification. */
export function tableNamesOf({ state }: Session): readonly TableName[] {
  return state.value ? (Object.keys(state.value.tables) as readonly TableName[]) : tableNames;
}

/**
 * Loads the definitions of the tables that only this mock has.
 *
 * @returns The tables whose definitions are known, and whether these are all tables.
 */
export function useTables(): { readonly names: readonly TableName[]; readonly isComplete: boolean } {
  const { session } = useApp();
  const all = tableNamesOf(session);
  const own = all.filter((name) => !isTableName(name)).join();
  const load = async () => {
    if (own !== '') addOwnTables(await describeOwnTables(session));
    return { own };
  };
  const known = useLoaded(load, [session, own, own !== '' && session.recordsVersion.value]);
  const isComplete = session.state.value !== undefined && known?.own === own;
  return { names: isComplete ? all : tableNames, isComplete };
}

async function describeOwnTables(session: Session) {
  const { tables } = await session.control.call('GET /tables');
  const described = tables.map(async (table) => {
    const rows = await session.queryRows(table.name as TableName, { limit: sample });
    return { ...table, columns: rows.flatMap((row) => Object.keys(row)) };
  });
  return Promise.all(described);
}
