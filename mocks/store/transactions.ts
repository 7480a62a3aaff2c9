import type { IdGenerator } from './ids.ts';
import type { TableName } from './row-types.ts';
import type { RowWrite } from './row-writes.ts';

/** The functions that transactions call. */
export interface TransactionListeners {
  /** Called before each transaction. An error that it throws prevents the transaction. */
  readonly onBegin?: () => void;
  /** Called after each transaction with its writes, oldest first. A write outside a transaction is one by itself. */
  readonly onCommit?: (writes: readonly RowWrite[]) => void;
}

/** Makes writes take effect together, or not at all. Knows nothing of tables. */
export class Transactions {
  readonly #ids: IdGenerator;
  readonly #undo: (write: RowWrite) => void;
  readonly #listeners: TransactionListeners;
  #writes: RowWrite[] | undefined;

  /** @param undo Restores the row that a write has replaced. */
  constructor(ids: IdGenerator, undo: (write: RowWrite) => void, listeners: TransactionListeners) {
    this.#ids = ids;
    this.#undo = undo;
    this.#listeners = listeners;
  }

  /** The writes of the transaction in progress, oldest first. Undefined if there is none. */
  get writes(): readonly RowWrite[] | undefined {
    return this.#writes;
  }

  /** Adds a write to the transaction in progress. */
  record(table: TableName, id: string, before: RowWrite['before']): void {
    this.#writes?.push({ table, id, before });
  }

  /** Runs a function whose writes take effect together, or not at all if it throws. Transactions may be nested. */
  run<T>(run: () => T): T {
    return this.#writes ? this.#runPart(this.#writes, run) : this.#runWhole(run);
  }

  #runWhole<T>(run: () => T): T {
    this.#listeners.onBegin?.();
    const writes: RowWrite[] = [];
    this.#writes = writes;
    let result: T;
    try {
      result = this.#runPart(writes, run);
    } finally {
      this.#writes = undefined;
    }
    this.#listeners.onCommit?.(writes);
    return result;
  }

  /** Runs a part of a transaction. If it throws, only its own writes are undone: the caller may catch the error. */
  #runPart<T>(writes: RowWrite[], run: () => T): T {
    const { length } = writes;
    const idState = this.#ids.state;
    try {
      return run();
    } catch (error) {
      this.revert(writes.splice(length));
      this.#ids.state = idState;
      throw error;
    }
  }

  /** Undoes writes. There must be no later writes. */
  revert(writes: readonly RowWrite[]): void {
    const recorded = this.#writes;
    this.#writes = undefined;
    for (const write of writes.toReversed()) this.#undo(write);
    this.#writes = recorded;
  }
}
