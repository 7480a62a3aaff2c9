import type { JournalEntry } from '../../../controls/journal-entry.ts';
import { metadata, tableNames } from '../../../store/metadata.ts';
import type { TableName } from '../../../store/row-types.ts';
import { idsIn, type TestRows } from '../../code/test-rows.ts';
import type { Row, Session } from '../../state/session.ts';

/** The most rows of a table that a test contains as a whole. Of larger tables, it contains the rows in use. */
const maxRows = 100;

/** Loads the records that requests may depend on. */
export async function loadTestRows(session: Session, entries: readonly JournalEntry[]): Promise<TestRows> {
  const needed = new Set(entries.flatMap(({ url, rawBody = '' }) => idsIn(url + rawBody)));
  const rows: { [Name in TableName]?: readonly Row[] } = {};
  // A table refers only to itself and to the tables before it.
  for (const name of tableNames.toReversed()) {
    const size = session.state.peek()?.tables[name] ?? 0;
    if (size <= maxRows) {
      rows[name] = await session.queryRows(name, { limit: maxRows });
      for (const id of targetsOf(name, rows[name])) needed.add(id);
      continue;
    }
    const found: Row[] = [];
    let ids = [...needed];
    while (ids.length > 0) {
      const more = await session.queryRows(name, { where: { id: { in: ids } } });
      found.push(...more);
      ids = targetsOf(name, more).filter((id) => !needed.has(id));
      for (const id of ids) needed.add(id);
    }
    rows[name] = found;
  }
  return rows;
}

/** Returns the ids of the rows that rows of a table refer to. */
function targetsOf(name: TableName, rows: readonly Row[]): readonly string[] {
  const keys = Object.keys(metadata[name].foreignKeys);
  const values = rows.flatMap((row) => keys.flatMap((key) => row[key]));
  return [...new Set(values.filter((id) => typeof id === 'string'))];
}
