import type { JournalEntry } from '../../../controls/journal-entry.ts';
import { metadata, tableNames } from '../../../store/metadata.ts';
import type { TableName } from '../../../store/row-types.ts';
import { idsIn, type TestRows } from '../../code/test-rows.ts';
import type { Row, Session } from '../../state/session.ts';

/** The most rows of a table that a test contains as a whole. Of larger tables, it contains the rows in use. */
const maxRows = 100;

/** Loads the records that requests may depend on. */
export async function rowsFor(session: Session, entries: readonly JournalEntry[]): Promise<TestRows> {
  const needed = new Set(entries.flatMap(({ url, rawBody = '' }) => idsIn(url + rawBody)));
  const rows: { [Name in TableName]?: readonly Row[] } = {};
  // A table refers only to itself and to the tables before it.
  for (const name of tableNames.toReversed()) {
    const size = session.state.peek()?.tables[name] ?? 0;
    const find = async (id: string) => session.queryRows(name, { where: { id }, limit: 1 });
    const found =
      size <= maxRows
        ? await session.queryRows(name, { limit: maxRows })
        : (await Promise.all([...needed].map(find))).flat();
    rows[name] = found;
    for (const row of found) {
      for (const key of Object.keys(metadata[name].foreignKeys)) needed.add(String(row[key]));
    }
  }
  return rows;
}
