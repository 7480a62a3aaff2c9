import type { IdGenerator } from './ids.ts';
import { type Row, RowMap } from './row-map.ts';
import type { Rows, TableName } from './row-types.ts';
import type { RowKey, RowWrite } from './row-writes.ts';
import { Table } from './table.ts';
import type { TableSchema } from './table-schema.ts';

/** The rows of every table of the schema at one moment. */
export type DatabaseSnapshot = { readonly [Name in TableName]: ReadonlyMap<string, Rows[Name]> };

/** The tables of a schema, only for reading. */
export interface ReadableTables {
  readonly schema: TableSchema;
  table<Name extends TableName>(name: Name): Table<Rows[Name]>;
}

/** The functions that {@link Tables} calls. */
export interface TransactionListeners {
  /** Called before each transaction. An error that it throws prevents the transaction. */
  onBegin?: () => void;
  /** Called at the end of each transaction, inside it. */
  onEnd?: () => void;
  /** Called after each transaction with its writes, oldest first. */
  onCommit?: (writes: readonly RowWrite[]) => void;
  /** Called after each write with the new row. */
  onWrite?: (key: RowKey, after: Row | undefined) => void;
}

/**
 * The tables of a mock, hidden ones among them. Writes take effect together, or not at all. Knows nothing of the
 * constraints of the rows, which {@link Database} checks.
 */
export abstract class Tables implements ReadableTables {
  readonly schema: TableSchema;
  listeners: TransactionListeners = {};
  protected readonly ids: IdGenerator;
  /** The tables that were used. A server can have thousands of mocks that are never called. */
  readonly #tables = new Map<string, Table<Row>>();
  /** The rows of the other tables. */
  #unused: Partial<Readonly<Record<string, ReadonlyMap<string, Row>>>> = {};
  #writes: RowWrite[] | undefined;

  /** @param ids Draws the ids of new rows. A transaction that fails draws none. */
  constructor(schema: TableSchema, ids: IdGenerator) {
    this.schema = schema;
    this.ids = ids;
  }

  /** Returns a table, which is created on first use. Its own methods check no constraints. */
  table<Name extends TableName>(name: Name): Table<Rows[Name]> {
    const table: unknown = this.#tables.get(name) ?? this.#create(name);
    // The rows of a table have the type that its name says.
    return table as Table<Rows[Name]>;
  }

  rowOf({ table, id }: RowKey): Row | undefined {
    return (this.#tables.get(table) ?? this.#unused[table])?.get(id);
  }

  /** Writes a row at the position that it has, or deletes it if there is none. */
  set({ table, id }: RowKey, row: Row | undefined): void {
    const rows: Pick<Table<Row>, 'set'> = this.table(table);
    rows.set(id, row);
  }

  /** The writes of the transaction in progress, oldest first. Undefined if there is none. */
  get writes(): readonly RowWrite[] | undefined {
    return this.#writes;
  }

  /** Runs a function whose writes take effect together, or not at all if it throws. Transactions may be nested. */
  transaction<T>(run: () => T): T {
    if (this.#writes) return this.#runPart(this.#writes, run);
    this.listeners.onBegin?.();
    const writes: RowWrite[] = [];
    this.#writes = writes;
    let result: T;
    try {
      result = this.#runPart(writes, () => {
        const returned = run();
        this.listeners.onEnd?.();
        return returned;
      });
    } finally {
      this.#writes = undefined;
    }
    this.listeners.onCommit?.(writes);
    return result;
  }

  /** Runs a function whose writes stay if the transaction in progress fails. */
  unrecorded(run: () => void): void {
    const recorded = this.#writes;
    this.#writes = undefined;
    try {
      run();
    } finally {
      this.#writes = recorded;
    }
  }

  /** Undoes writes. There must be no later writes. */
  revert(writes: readonly RowWrite[]): void {
    this.unrecorded(() => {
      for (const write of writes.toReversed()) this.set(write, write.before);
    });
  }

  /** Returns the rows of the tables of the schema. */
  snapshot(): DatabaseSnapshot {
    return this.schema.map((name) => this.rowsOf(name));
  }

  /** Returns the rows of a table, which are shared until its next write. */
  rowsOf(name: TableName): ReadonlyMap<string, Row> {
    return this.#tables.get(name)?.snapshot() ?? this.#unused[name] ?? noRows;
  }

  /** Restores the rows of the tables of the schema. */
  restore(rows: DatabaseSnapshot): void {
    // A transaction records the rows that differ.
    const names = this.#writes ? this.schema.names : this.schema.names.filter((name) => this.#tables.has(name));
    for (const name of names) this.restoreTable(name, rows[name]);
    if (!this.#writes) this.#unused = rows;
  }

  /** Restores the rows of a table. */
  restoreTable(name: TableName, rows: ReadonlyMap<string, Row>): void {
    if (!this.#tables.has(name) && rows === this.rowsOf(name)) return;
    const table: Pick<Table<Row>, 'restore'> = this.table(name);
    table.restore(rows);
  }

  #create(name: TableName): Table<Row> {
    const onWrite = (id: string, before: Row | undefined) => {
      this.#writes?.push({ table: name, id, before });
      this.listeners.onWrite?.({ table: name, id }, table.get(id));
    };
    const table = new Table<Row>(this.#unused[name], onWrite);
    this.#tables.set(name, table);
    return table;
  }

  /** Runs a part of a transaction. If it throws, only its own writes are undone: the caller may catch the error. */
  #runPart<T>(writes: RowWrite[], run: () => T): T {
    const { length } = writes;
    const idState = this.ids.state;
    try {
      return run();
    } catch (error) {
      this.revert(writes.splice(length));
      this.ids.state = idState;
      throw error;
    }
  }
}

/** The rows of a table that nobody has used. */
const noRows = RowMap.from<Row>(new Map());

/** Returns the tables of a snapshot. */
export function readTables(schema: TableSchema, rows: DatabaseSnapshot): ReadableTables {
  const tables = schema.map<{ readonly [Name in TableName]: Table<Rows[Name]> }>((name) => new Table<Row>(rows[name]));
  return { schema, table: (name) => tables[name] };
}

/** Returns stored rows that share those of their seed, or those of other stored mocks, as far as they are equal. */
export function shareRows(schema: TableSchema, stored: DatabaseSnapshot, seed: DatabaseSnapshot): DatabaseSnapshot {
  return schema.map((name) => RowMap.from<Row>(stored[name]).shareWith(RowMap.from<Row>(seed[name])));
}
