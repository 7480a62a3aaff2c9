import { InvalidArgumentError } from 'commander';
import { readColumnNames } from '../seed/table-csv.ts';

/** The columns of `--columns` by names of columns in CSV files: null for a column to ignore. */
export type ColumnOptions = Readonly<Record<string, string | null>>;

/** Parses `--columns` and adds it to the earlier ones. */
export function parseColumns(text: string, previous: ColumnOptions = {}): ColumnOptions {
  // A name in a file can contain the character, a column of a table cannot.
  const [, name = '', target = ''] = /^(.+)=(.*)$/s.exec(text) ?? [];
  if (name.trim() === '') {
    throw new InvalidArgumentError('Must be NAME=COLUMN, like E-Mail=email, or NAME= to ignore the column.');
  }
  return { ...previous, [name.trim()]: target.trim() || null };
}

/** Finds the columns of `--columns` that CSV files have. */
export class ColumnNames {
  readonly #given: ColumnOptions;
  readonly #unused: Set<string>;

  constructor(given: ColumnOptions = {}) {
    this.#given = given;
    this.#unused = new Set(Object.keys(given));
  }

  /** Returns the option `columns` of the file of a table. A name after the name of the table is only for this file. */
  of(table: string, text: string): ColumnOptions {
    const names = readColumnNames(text);
    const prefixes = ['', `${table}.`];
    const found = prefixes.flatMap((prefix) =>
      Object.entries(this.#given).flatMap(([given, target]) => {
        const name = given.slice(prefix.length);
        if (!given.startsWith(prefix) || !names.includes(name)) return [];
        this.#unused.delete(given);
        return [[name, target] as const];
      }),
    );
    return Object.fromEntries(found);
  }

  /** @throws A TypeError if no file has a column. */
  assertUsed(): void {
    const [unused] = this.#unused;
    if (unused !== undefined) throw new TypeError(`no CSV file of --seed has the column "${unused}".`);
  }
}
