import { errorMessage, warn } from '../shared/errors.ts';
import type { RowKey } from '../store/row-writes.ts';
import type { Commit } from './commit.ts';
import { isHidden, isTable } from './hidden-tables.ts';
import type { Change, RecordKey, StoredRecord } from './persistence.ts';
import type { State } from './state.ts';

/**
 * Applies changes that others stored, for example other tabs, and repeats on top of them the direct writes that are not
 * stored yet. A write of records that is no longer valid, for example because a row that it refers to was deleted, is
 * dropped with a warning. Settings and tokens that this mock has changed later keep their values.
 *
 * @param pending The direct writes, oldest first.
 */
export function rebase(state: State, others: readonly Change[], pending: readonly Commit[]): void {
  for (const commit of pending.toReversed()) {
    const kept = commit.writes.filter((write) => !belongsToRecords(write));
    state.undo(commit, commit.writes.filter(belongsToRecords), [...commit.kept, ...kept]);
  }
  state.runAs({ origin: 'other-tab' }, () => state.apply(others));
  for (const { origin, change } of pending) state.runAs(origin, () => repeat(state, change));
  for (const change of others) state.notify(change);
}

/** Whether a row is undone with the records, if those of another tab come before them. */
function belongsToRecords({ table, id }: RowKey): boolean {
  const name: string = table;
  return !isHidden(name) || (name === 'settings' && (id === 'mock' || id === 'ids'));
}

/** Repeats the records of a change that was undone. */
function repeat(state: State, { written, deleted }: Change): void {
  const mock = written.find(({ collection, key }) => collection === 'settings' && key === 'mock');
  try {
    state.database.transaction(() => {
      state.database.writeAll(written.flatMap(placedRow), deleted.flatMap(rowKey));
      if (mock) state.applyRecord(mock);
    });
  } catch (error) {
    warn(`A direct write was undone, because another tab has changed the same records: ${errorMessage(error)}`);
    // Its tokens and settings are stored all the same.
    state.commit();
  }
}

function rowKey({ collection, key }: RecordKey) {
  return isTable(collection) ? [{ table: collection, id: key }] : [];
}

function placedRow(stored: StoredRecord) {
  return rowKey(stored).map((key) => ({ ...key, position: stored.position, value: stored.value }));
}
