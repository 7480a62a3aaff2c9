import type { RowWrite } from '../store/row-writes.ts';
import type { Change, RecordKey } from './persistence.ts';

/** A change that has happened in memory. */
export interface Commit {
  readonly origin: Origin;
  /** The writes of the transaction, oldest first. */
  readonly writes: readonly RowWrite[];
  /** Writes that stay if the change is undone, because they count calls. */
  readonly kept: readonly RowWrite[];
  /** The change for the store and the listeners. It is empty if there are none. */
  readonly change: Change;
}

/** A part of the mock that follows its changes. */
export interface CommitObserver {
  onCommit(commit: Commit): void;
  /** Called after a change was undone: it could not be stored, or changes of others come before it. */
  onRevert(commit: Commit): void;
}

export const changeOrigins = ['request', 'direct-write', 'snapshot', 'restore', 'undo', 'other-tab'] as const;

/**
 * The origin of a change:
 * - `request`: a call of the API
 * - `direct-write`: a write without a call, for example by `db`, `create`, `importRows` or the control API
 * - `snapshot`: `restore()`
 * - `restore`: `history.restoreBefore()`
 * - `undo`: `history.undo()`
 * - `other-tab`: another mock that shares the stored data
 *
 * @useDeclaredType
 */
export type ChangeOrigin = (typeof changeOrigins)[number];

/** The part of a change that its records do not show. */
export interface Origin {
  readonly origin: ChangeOrigin;
  /** The operation of the request. */
  readonly operation?: string | undefined;
  /** The change that was undone. */
  readonly undone?: number | undefined;
  /** The state of the ids before a restore, which sets it back. */
  readonly ids?: number | undefined;
}

export const directWrite: Origin = { origin: 'direct-write' };

export const emptyChange: Change = { written: [], deleted: [] };

export function isEmpty({ written, deleted }: Change): boolean {
  return written.length + deleted.length === 0;
}

/** Returns the change that writes a record, or deletes it if there is no position. */
export function recordChange(
  collection: RecordKey['collection'],
  key: string,
  position: number | undefined,
  value?: unknown,
): Change {
  if (position === undefined) return { written: [], deleted: [{ collection, key }] };
  return { written: [{ collection, key, position, value }], deleted: [] };
}

export function joinChanges(changes: readonly Change[]): Change {
  return {
    written: changes.flatMap(({ written }) => written),
    deleted: changes.flatMap(({ deleted }) => deleted),
  };
}
