import type * as z from 'zod/mini';
import { isObject } from '../shared/json.ts';
import { parseOptions } from '../shared/parse-options.ts';
import type { Table } from '../store/table.ts';
import type { HiddenRow } from './hidden-tables.ts';

/** One value of the state of a mock that is not a record, for example the faults. Values are immutable. */
export interface Cell<T> {
  get(): T;
  /** Replaces the value, as a write of the transaction in progress. */
  set(value: T): void;
  /**
   * Replaces a value that counts calls. It stays if the call fails, and is not a change by itself: the next change
   * contains it.
   */
  keep(value: T): void;
}

/** The forms of a value outside of its cell. */
interface Form<T> {
  /** Returns the value as JSON. */
  save(value: T): unknown;
  /**
   * Returns the value of a saved one.
   *
   * @throws A TypeError if this version cannot use it.
   */
  load(saved: unknown, current: T): T;
}

/** The definition of a cell. */
export interface CellDefinition<T> {
  readonly initial: T;
  /** The form in snapshots. */
  readonly json: Form<T>;
  /** The form in stored data. Default: as in snapshots. */
  readonly stored?: Form<T> | undefined;
  /** Called after the value was replaced, for any reason. */
  readonly onWrite?: ((value: T) => void) | undefined;
}

/** Returns the form of a value that JSON represents as it is. */
export function jsonForm<Schema extends z.ZodMiniType>(schema: Schema, subject: string): Form<z.output<Schema>> {
  return { save: (value) => value, load: (saved) => parseOptions(schema, saved, subject) };
}

/**
 * Returns the stored form of a value that an option sets. If the mock was created with another option than the stored
 * one, its option applies.
 */
export function withOption<T>(option: unknown, { save, load }: Form<T>): Form<T> {
  const current = JSON.stringify(option);
  return {
    save: (value) => ({ option, value: save(value) }),
    load(saved, value) {
      if (!isObject(saved)) throw new TypeError('must be an object');
      return JSON.stringify(saved['option']) === current ? load(saved['value'], value) : value;
    },
  };
}

/** The state of the mock that a cell belongs to. */
interface CellOwner {
  write(run: () => void): void;
  keep(row: HiddenRow): void;
}

/** A cell that is a row of the settings. */
export class SettingCell<T> implements Cell<T> {
  readonly #owner: CellOwner;
  readonly #table: Table<HiddenRow<T>>;
  readonly #name: string;
  readonly #initial: T;

  constructor(owner: CellOwner, table: Table<HiddenRow<T>>, name: string, initial: T) {
    this.#owner = owner;
    this.#table = table;
    this.#name = name;
    this.#initial = initial;
  }

  get(): T {
    return this.#table.get(this.#name)?.value ?? this.#initial;
  }

  set(value: T): void {
    this.#owner.write(() => void this.#table.put({ id: this.#name, value }));
  }

  keep(value: T): void {
    this.#owner.keep({ id: this.#name, value });
  }
}
