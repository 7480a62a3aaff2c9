import * as z from 'zod/mini';
import { wholeNumber } from '../shared/parse-options.ts';

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

export const undoOptions = z.strictObject({ changed: z.optional(z.enum(['reject', 'keep'])) });
export const restoreBeforeOptions = z.strictObject({ last: z.optional(wholeNumber(0)) });
