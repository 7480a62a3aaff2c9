import type { JournalEntry } from '../../controls/journal-entry.ts';
import { metadata, tableNames } from '../../store/metadata.ts';
import type { TableName } from '../../store/row-types.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows by table. */
export type TestRows = { readonly [Name in TableName]?: readonly Row[] };

const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;

/** Returns the ids that a text contains. */
export function idsIn(text: string): readonly string[] {
  return [...new Set(text.match(uuid)?.map((id) => id.toLowerCase()))];
}

/**
 * Returns the rows that requests need to get the same responses again, from the rows after them: without the rows that
 * they created, and with the rows that they deleted.
 *
 * @param workspace The workspace of the requests. Its rows are returned without the column.
 */
export function rowsBefore(rows: TestRows, entries: readonly JournalEntry[], workspace: string | undefined): TestRows {
  const created = createdIds(rows, entries);
  const deleted = new Set(entries.flatMap((entry) => (entry.method === 'DELETE' ? idsIn(entry.url) : [])));
  const omitted = new Set(created);
  const kept: { [Name in TableName]?: readonly Row[] } = {};
  // A table refers only to itself and to the tables before it.
  for (const name of tableNames) {
    // Each mock has a workspace.
    if (name === 'workspaces') continue;
    const others = (rows[name] ?? []).filter((row) => {
      const isOther = 'workspace_id' in row && row['workspace_id'] !== workspace;
      const isDependent = Object.keys(metadata[name].foreignKeys).some((key) => omitted.has(String(row[key])));
      const isOmitted = omitted.has(String(row['id'])) || isOther || isDependent;
      if (isOmitted) omitted.add(String(row['id']));
      return !isOmitted;
    });
    if (others.length > 0) kept[name] = targetsFirst(name, others).map((row) => withoutTraces(row, omitted, deleted));
  }
  return kept;
}

/** Returns the rows of a table in an order in which a seed can insert them: after the rows that they refer to. */
function targetsFirst(name: TableName, rows: readonly Row[]): readonly Row[] {
  const byId = new Map(rows.map((row) => [row['id'], row]));
  const added = new Set<Row>();
  const add = (row: Row) => {
    for (const key of Object.keys(metadata[name].foreignKeys)) {
      const target = byId.get(row[key]);
      if (target && !added.has(target)) add(target);
    }
    added.add(row);
  };
  rows.forEach(add);
  return [...added];
}

/** Returns the ids of the records that requests created: the record of a response, and the ones it was created with. */
function createdIds(rows: TestRows, entries: readonly JournalEntry[]): ReadonlySet<string> {
  const all = tableNames.flatMap((name) => (rows[name] ?? []).map((row) => ({ name, row })));
  const byId = new Map(all.map((each) => [String(each.row['id']), each]));
  const created = new Set<string>();
  const sent = new Set<string>();
  for (const { method, url, rawBody = '', response, time } of entries) {
    for (const id of idsIn(url + rawBody)) if (!created.has(id)) sent.add(id);
    if (method !== 'POST' || response.status < 200 || response.status >= 300) continue;
    const [id = ''] = idsIn(JSON.stringify(response.body));
    const root = byId.get(id);
    const targets = root ? Object.keys(metadata[root.name].foreignKeys).map((key) => String(root.row[key])) : [];
    // A product creates its parent.
    const isNew = (target: string) =>
      Date.parse(String(byId.get(target)?.row['created_at'])) >= Math.floor(time) && !sent.has(target);
    for (const each of [id, ...targets.filter(isNew)]) created.add(each);
  }
  return created;
}

/** Removes the references to omitted rows, and restores a deleted row. The mock sets the workspace itself. */
function withoutTraces(row: Row, omitted: ReadonlySet<string>, deleted: ReadonlySet<string>): Row {
  const { workspace_id: _workspace, ...columns } = row;
  const cleaned = Object.entries(columns).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.filter((each) => !omitted.has(String(each))) : value,
  ]);
  const restored = 'deleted_at' in row && deleted.has(String(row['id'])) && { deleted_at: null };
  return { ...Object.fromEntries(cleaned), ...restored };
}
