import type { RowWrite } from '../store/row-writes.ts';
import type { Origin } from './origin.ts';
import type { Change } from './persistence.ts';

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
  /** Called after a change was undone, because it could not be stored yet. */
  onRevert(commit: Commit): void;
}
