import * as z from 'zod/mini';
import { preview } from '../../src/contract/printable.ts';
import type { Issue } from '../../src/contract/validate.ts';
import { isObject } from '../shared/json.ts';
import { parseOptions } from '../shared/parse-options.ts';
import { validateChanges } from '../store/complete-row.ts';
import { invalidRows } from '../store/constraints.ts';
import { copyFields } from '../store/copy-fields.ts';
import type { Database } from '../store/database.ts';
import { InvalidRecordError } from '../store/errors.ts';
import { changedFields, column } from '../store/fields.ts';
import { normalizeIds } from '../store/ids.ts';
import type { MockDatabase } from '../store/mock-database.ts';
import type { Row } from '../store/row-map.ts';
import type { Insertable, TableName } from '../store/row-types.ts';
import { hasValues } from '../store/where.ts';
import { ExternalIds } from './external-ids.ts';
import type { Factories } from './factories.ts';
import { atLines, atRow, maxBadRows } from './row-lines.ts';
import { assertTables, type Seed, type SeedRows } from './seed.ts';

/** Options of `mock.importRows()`. */
export interface ImportOptions {
  /**
   * The effect of a row whose id exists already. `reject` rejects the import. `keep` leaves the existing row as it is.
   * `update` sets the given fields of the existing row. Default: `reject`.
   */
  readonly existing?: 'reject' | 'keep' | 'update' | undefined;
}

/** The numbers of rows that an import has inserted, updated, and left as they were. */
export interface ImportCounts {
  /** Rows that did not exist. */
  readonly inserted: number;
  /** Existing rows that the import changed. */
  readonly updated: number;
  /** Rows that existed already, and were equal or kept. */
  readonly kept: number;
}

/** The mock and the function that import rows. */
interface ImportContext {
  /** The workspace of rows that do not name one. */
  readonly workspace: string;
  /** The name of the rows in error messages. Default: `import`. */
  readonly subject?: 'import' | 'seed';
}

/** The mock that a seed fills. */
interface SeededMock {
  readonly database: Database;
  readonly db: MockDatabase;
  readonly factories: { readonly create: Factories };
  /** The workspace of rows that do not name one. */
  readonly workspace: string;
}

export const importOptions = z.strictObject({ existing: z.optional(z.enum(['reject', 'keep', 'update'])) });

/**
 * Writes rows in one transaction. Rows may refer to later rows, and to records by their external ids. References are
 * checked like those of a snapshot: a row may refer to a deleted category.
 *
 * @throws An {@link InvalidRecordError} for the first table with bad rows. The path of an issue begins with the index
 * of the row, or with its line in a file.
 */
export function importRows(
  database: Database,
  rows: SeedRows,
  options: ImportOptions,
  { subject = 'import', workspace }: ImportContext,
): ImportCounts {
  const { existing = 'reject' } = parseOptions(importOptions, options, subject);
  assertTables(subject, rows, database.schema.names);
  return database.transaction(() => {
    const externalIds = new ExternalIds(database.schema, (name) => database.table(name).values(), workspace);
    const createImport = <Name extends TableName>(name: Name) =>
      new TableImport(database, name, rows[name] ?? [], { existing, workspace, externalIds });
    const imports = database.schema.names.map(createImport);
    database.unchecked(() => {
      for (const each of imports) each.write();
    });
    database.addPrices();
    for (const each of imports) each.assertValid();
    const sum = (name: keyof ImportCounts) => imports.reduce((total, { counts }) => total + counts[name], 0);
    return { inserted: sum('inserted'), updated: sum('updated'), kept: sum('kept') };
  });
}

/**
 * Fills the tables.
 *
 * @throws An {@link InvalidRecordError} for the first table with invalid rows, or a TypeError if the seed is no seed.
 */
export function applySeed(seed: Seed, { database, db, factories, workspace }: SeededMock): void {
  if (typeof seed === 'function') {
    const returned: unknown = seed(db, factories.create);
    // Rows inserted later would be missing from the state that `reset()` restores.
    if (returned instanceof Promise) throw new TypeError('seed: must be a synchronous function, received a promise');
    return;
  }
  if (!isObject(seed)) throw new TypeError(describeWrongSeed(seed));
  importRows(database, seed, {}, { subject: 'seed', workspace });
}

function describeWrongSeed(seed: unknown): string {
  const problem = 'seed: must be a function, rows by table or a snapshot, received';
  if (typeof seed !== 'string') return `${problem} ${String(seed)}`;
  // On the command line, a seed has a name.
  return `${problem} ${preview(seed)}. Import it: import { demo } from 'masterdata-sdk/mock'.`;
}

interface TableOptions {
  readonly existing: ImportOptions['existing'];
  readonly workspace: string;
  readonly externalIds: ExternalIds;
}

/** The import of the rows of one table. */
class TableImport<Name extends TableName> {
  readonly counts: { -readonly [Count in keyof ImportCounts]: ImportCounts[Count] } = {
    inserted: 0,
    updated: 0,
    kept: 0,
  };
  readonly #database: Database;
  readonly #name: Name;
  readonly #rows: readonly Insertable<Name>[];
  readonly #options: TableOptions;
  /** The index of each row by its id. */
  readonly #indexes = new Map<string, number>();
  /** The issues of each bad row, by its index, or by its id if it is not part of the import. */
  readonly #issues = new Map<string, readonly Issue[]>();

  constructor(database: Database, name: Name, rows: readonly Insertable<Name>[], options: TableOptions) {
    this.#database = database;
    this.#name = name;
    this.#rows = rows;
    this.#options = options;
  }

  /** Writes the rows, without the bad ones. */
  write(): void {
    for (const [index, row] of this.#rows.entries()) {
      if (this.#issues.size === maxBadRows) return;
      try {
        this.counts[this.#write(row, index)] += 1;
      } catch (error) {
        if (!(error instanceof InvalidRecordError)) throw error;
        this.#issues.set(`${index}`, error.issues);
      }
    }
  }

  #write(row: Insertable<Name>, index: number): keyof ImportCounts {
    const name = this.#name;
    const { existing, workspace, externalIds } = this.#options;
    const resolved = externalIds.resolve(name, row);
    const given = normalizeIds(this.#database.schema.metadata[name], copyFields(name, resolved));
    const id = column(given, 'id');
    const former = typeof id === 'string' ? this.#database.table(name).get(id) : undefined;
    if (former && this.#indexes.has(former.id)) {
      throw new InvalidRecordError(name, [{ path: 'id', message: 'is already used by an earlier row' }]);
    }
    if (!former || existing === 'reject') {
      this.#indexes.set(this.#database.insert(name, given, workspace).id, index);
      return 'inserted';
    }
    this.#indexes.set(former.id, index);
    if (existing === 'keep') return 'kept';
    // As they would be stored: a timestamp can have another notation.
    const changes = validateChanges(this.#database.schema.metadata[name], changedFields(former, given));
    if (changes.ok && hasValues(former, changes.value)) return 'kept';
    this.#database.update(name, former, given);
    return 'updated';
  }

  /**
   * Checks how the rows of the table relate. A change of one can make others invalid that are not part of the import.
   *
   * @throws An {@link InvalidRecordError} if there are bad rows.
   */
  assertValid(): void {
    if (this.#rows.length === 0) return;
    for (const { row, issues } of invalidRows(this.#name, this.#database, this.#changedRows())) {
      if (this.#issues.size === maxBadRows) break;
      this.#issues.set(`${this.#indexes.get(row.id) ?? row.id}`, issues);
    }
    if (this.#issues.size === 0) return;
    const issues = Array.from(this.#issues, ([row, found]) => atRow(row, found));
    throw atLines(new InvalidRecordError(this.#name, issues.flat()), { [this.#name]: this.#rows });
  }

  /** Returns the imported rows as they are now, and as they were before. */
  #changedRows(): readonly Row[] {
    const table = this.#database.table(this.#name);
    const now = Array.from(this.#indexes.keys(), (id) => table.get(id));
    const before = this.#database.writes?.map((write) => (write.table === this.#name ? write.before : undefined));
    return [...now, ...(before ?? [])].filter((row) => row !== undefined);
  }
}
