import * as z from 'zod/mini';
import type { OpenEnum } from '../../src/contract/fields.ts';
import type { RecordChange } from '../controls/journal-entry.ts';
import { wholeNumber } from '../shared/parse-options.ts';
import type { ChangeOrigin } from '../state/commit.ts';
import type { TableName } from '../store/row-types.ts';

/** Options of `history.list()`. */
export interface HistoryOptions {
  /** Only changes after the one with this id. */
  readonly after?: number | undefined;
  /** The largest number of changes. If there are more, the newest are returned. */
  readonly limit?: number | undefined;
}

/** Options of `history.restoreBefore()`. */
export interface RestoreBeforeOptions {
  /** The id of the newest change that you know of. If there is a newer one, nothing is undone. Default: no check. */
  readonly last?: number | undefined;
}

/** Options of `history.undo()`. */
export interface UndoOptions {
  /**
   * The effect on records that were changed or deleted since. `reject` throws an error. `keep` leaves them as they are,
   * and undoes the change of the others. Default: `reject`.
   */
  readonly changed?: 'reject' | 'keep' | undefined;
}

/** A record in a change. */
export interface HistoryRecord {
  /** The name of a table of the specification, or of one that you added. */
  readonly table: OpenEnum<TableName>;
  /** The id of the record. */
  readonly id: string;
  /** The name of the record, or its id if it has none. The name of a price is that of its product and its pricebook. */
  readonly label: string;
  /** The effect of the change on the record. */
  readonly kind: 'inserted' | 'updated' | 'deleted';
}

/** A change of records: all records that one call of the API or one direct write has changed. */
export interface HistoryChange {
  /** The number of the change. It increases with each change, and is 1 again after a reset. */
  readonly id: number;
  /** The origin of the change. */
  readonly origin: ChangeOrigin;
  /** The operation of the request. */
  readonly operation?: string | undefined;
  /** The id of the request in the journal, as long as the journal has it. */
  readonly request?: number | undefined;
  /** The change that was undone. For `restore`, it is the oldest of the undone changes. */
  readonly undone?: number | undefined;
  /** Milliseconds since 1970, by the system clock. */
  readonly changedAt: number;
  /** The first 10 records. {@link MockHistory.changes} returns all. */
  readonly records: readonly HistoryRecord[];
  /** The number of all records. */
  readonly count: number;
}

/**
 * The recent changes of the records, to undo them. If there are more than 1,000 changes, or more than 20,000 records or
 * 64 million characters in them, the oldest are removed. A hosted mock keeps fewer. `reset` removes all.
 */
export interface MockHistory {
  /** The id of the oldest change that can be undone, or of the next change if there is none. */
  readonly first: number;
  /** Returns the changes, oldest first. Default: all. */
  list(options?: HistoryOptions): readonly HistoryChange[];
  /**
   * Returns the records of a change, with their values before and after. Empty if the history does not have the
   * change.
   *
   * @throws A TypeError if the id is not a whole number from 1.
   */
  changes(id: number): readonly RecordChange[];
  /**
   * Restores all records as they were before a change: undoes this change and all later ones, in one new change.
   * Settings, the clock and the journal stay. So do tokens, except those of a workspace that this removes. Calls in
   * progress continue with the restored records.
   *
   * @returns The new change, which you can also undo. Undefined if there was nothing to undo.
   * @throws A RangeError if the history no longer has the change, or if there are changes after the option `last`.
   * @throws An InvalidRecordError if the workspace of the mock did not exist then.
   * @example
   * ```ts
   * const { nextChange } = mock.journal.last('products.update');
   * console.log(mock.history.list({ after: nextChange - 1 })); // the changes to undo
   * mock.history.restoreBefore(nextChange);
   * ```
   */
  restoreBefore(id: number, options?: RestoreBeforeOptions): HistoryChange | undefined;
  /**
   * Undoes one change, and keeps the later ones. The option `changed` says what happens to records that a later change
   * has changed or deleted.
   *
   * @returns The new change, which you can also undo. Undefined if there was nothing to undo.
   * @throws A RangeError if the history does not have the change.
   * @throws An InvalidRecordError if a later change has changed one of its records, if a later record has the id of one
   * that would come back, or if records that stay refer to one that would be deleted. Nothing changes then.
   */
  undo(id: number, options?: UndoOptions): HistoryChange | undefined;
}

export const undoOptions = z.strictObject({ changed: z.optional(z.enum(['reject', 'keep'])) });
export const restoreBeforeOptions = z.strictObject({ last: z.optional(wholeNumber(0)) });
