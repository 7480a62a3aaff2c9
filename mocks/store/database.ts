import type * as z from 'zod/mini';
import { validate } from '../../src/contract/validate.ts';
import { iso, nextUpdatedAt, type TimeSource } from '../shared/time.ts';
import { completeRow, validateChanges } from './complete-row.ts';
import { assertValid, violationsOf } from './constraints.ts';
import { copyFields } from './copy-fields.ts';
import { conflictError, InvalidRecordError } from './errors.ts';
import { changedFields, column, deletedAt } from './fields.ts';
import type { IdGenerator } from './ids.ts';
import { normalizeIds } from './ids.ts';
import { findBlankPrice, missingPrices, nextDefaultProduct, withImpliedFields } from './product-rules.ts';
import { assertUnreferenced, dependentsOf } from './references.ts';
import type { Row } from './row-map.ts';
import type { Changes, Insertable, Rows, TableName } from './row-types.ts';
import type { DeletedRow, PlacedRow, RowKey, RowWrite } from './row-writes.ts';
import type { Table } from './table.ts';
import type { TableSchema } from './table-schema.ts';
import { Tables } from './tables.ts';

/**
 * The tables of all workspaces. Its own methods check every write against the schema, the foreign keys, the unique
 * columns and the rules of the service, and throw an {@link InvalidRecordError} without an effect if it violates one.
 */
export class Database extends Tables {
  /** Called in the transaction that deletes a row. */
  onDelete: (table: TableName, id: string) => void = () => undefined;
  readonly #now: TimeSource;
  #isUnchecked = false;
  /** The rows whose prices {@link addPrices} has not added yet. */
  #inserted: (readonly [table: TableName, id: string])[] = [];
  /** The last timestamp. Many rows are created within a millisecond. */
  #timestamp = { time: Number.NaN, text: '' };

  constructor(schema: TableSchema, now: TimeSource, ids: IdGenerator) {
    super(schema, ids);
    this.#now = now;
  }

  /** Returns the current time as a timestamp. */
  timestamp(): string {
    const time = this.#now();
    if (time !== this.#timestamp.time) this.#timestamp = { time, text: iso(time) };
    return this.#timestamp.text;
  }

  /** Inserts a row. Omitted columns get their defaults. A price replaces the price that {@link addPrices} added. */
  insert<Name extends TableName>(name: Name, input: Changes<Insertable<Name>>, workspace: string): Rows[Name] {
    return this.transaction(() => {
      const given = withImpliedFields(name, normalizeIds(this.schema.metadata[name], copyFields(name, input)), this);
      const blank = name === 'prices' ? findBlankPrice(this, given) : undefined;
      const row = this.#completeRow(name, given, workspace, blank?.id);
      // A generated id is new.
      const isGiven = column(given, 'id') !== undefined && row.id !== blank?.id;
      if (isGiven && this.table(name).get(row.id)) {
        throw conflictError(name, [{ path: 'id', message: 'is already used by another row' }]);
      }
      this.#assertConstraints(name, row);
      if (blank && row.id !== blank.id) this.table('prices').delete(blank.id);
      this.#inserted.push([name, row.id]);
      return this.table(name).put(row);
    });
  }

  /**
   * Updates columns of a row. Groups are merged. Moves `updated_at`, unless the changes set it.
   *
   * @returns The new row.
   */
  update<Name extends TableName>(name: Name, row: Rows[Name], changes: Changes<Insertable<Name>>): Rows[Name] {
    const given = normalizeIds(this.schema.metadata[name], copyFields(name, changes));
    const fixed = ['id', 'workspace_id'].filter((field) => {
      const value = column(given, field);
      return value !== undefined && value !== column(row, field);
    });
    const issues = fixed.map((path) => ({ path, message: 'cannot be changed' }));
    if (issues.length > 0) throw new InvalidRecordError(name, issues);
    const table = this.schema.metadata[name];
    const checked = validateChanges(table, changedFields(row, given));
    if (!checked.ok) throw new InvalidRecordError(name, checked.issues);
    const { updated_at } = row;
    // A row that is sent back with its old timestamp has changed now.
    const isTimeSet = (column(checked.value, 'updated_at') ?? updated_at) !== updated_at;
    const deletion = Date.parse(deletedAt(table, checked.value) ?? '') || 0;
    const time = isTimeSet ? {} : { updated_at: nextUpdatedAt(updated_at, Math.max(this.#now(), deletion)) };
    const next = this.#validRow(name, { ...row, ...checked.value, ...time });
    return this.transaction(() => {
      this.#assertConstraints(name, next, row);
      return this.table(name).put(next);
    });
  }

  /** Sets the `deleted_at` of a category, which stays in the table. */
  deleteCategory(category: Rows['categories']): void {
    // The clock may have been set back since the creation.
    const [deleted_at] = [this.timestamp(), category.created_at].sort().reverse();
    this.update('categories', category, { deleted_at });
  }

  /**
   * Deletes a row, and the prices of a product or a pricebook with it. If it is the default product of its parent, the
   * oldest of the others becomes the default product.
   *
   * @returns Whether the row existed.
   */
  delete(name: TableName, id: string): boolean {
    if (!this.table(name).get(id)) return false;
    const { deletedWith } = this.schema.metadata[name];
    if (deletedWith.length > 0) {
      const message = `is deleted with the row that ${deletedWith.join(' or ')} refers to, and cannot be deleted by itself`;
      throw new InvalidRecordError(name, [{ path: 'id', message }]);
    }
    this.transaction(() => {
      const deleted = this.#delete([{ table: name, id }]);
      this.#endDeletion(deleted);
    });
    return true;
  }

  /** Undoes all writes since an earlier state, in a transaction. They are the first write of each row since then. */
  undoAll(writes: readonly RowWrite[]): void {
    this.transaction(() => {
      for (const write of writes) this.set(write, write.before);
    });
  }

  /** Runs a part of a transaction without checking how rows relate. The caller checks this before its end. */
  unchecked(run: () => void): void {
    this.#isUnchecked = true;
    try {
      run();
    } finally {
      this.#isUnchecked = false;
    }
  }

  /**
   * Writes and deletes rows as an earlier transaction has left them, for example to repeat or to undo another one.
   *
   * @throws An {@link InvalidRecordError} without an effect if the rows violate a constraint now.
   */
  writeAll(written: readonly PlacedRow[], deleted: readonly RowKey[]): void {
    this.transaction(() => {
      const allDeleted = this.#delete(deleted);
      for (const { table, id, ...write } of written) {
        if (!this.table(table).get(id)) this.#inserted.push([table, id]);
        this.apply(table, id, write);
      }
      this.#endDeletion(allDeleted);
      assertValid(this, this.writes ?? []);
    });
  }

  /**
   * Writes or deletes a row as another mock has done it, without checking references.
   *
   * @throws An {@link InvalidRecordError} if the value is not a row of the table.
   */
  apply(name: TableName, id: string, write: { readonly position: number; readonly value: unknown } | undefined): void {
    if (!write) {
      this.table(name).delete(id);
      return;
    }
    const checked = validate<z.ZodMiniType<Row>>(this.schema.metadata[name].row, write.value);
    if (!checked.ok) throw new InvalidRecordError(name, [{ path: 'id', message: id }, ...checked.issues]);
    const rows: Pick<Table<Row>, 'putAt'> = this.table(name);
    rows.putAt(write.position, checked.value);
  }

  #completeRow<Name extends TableName>(name: Name, fields: object, workspace_id: string, newId?: string): Rows[Name] {
    const given = column(fields, 'id');
    const id = typeof given === 'string' ? given : (newId ?? this.#newId());
    return completeRow(name, this.schema.metadata[name], fields, { id, workspace_id, now: this.timestamp() });
  }

  /**
   * Adds missing prices of the products and pricebooks that the transaction inserted. It runs at the end of each
   * transaction, which may insert its own prices.
   */
  addPrices(): void {
    for (const [name, id] of this.#inserted.splice(0)) {
      const row = this.table(name).get(id);
      if (!row) continue;
      for (const { workspace_id, ...price } of missingPrices(name, row, this)) {
        this.table('prices').put(this.#completeRow('prices', price, workspace_id));
      }
    }
  }

  /** Returns a changed row as the schema of one of your own tables returns it. Other rows are valid as they are. */
  #validRow<Name extends TableName>(name: Name, row: Rows[Name]): Rows[Name] {
    const table = this.schema.metadata[name];
    if (!table.hasOwnSchema) return row;
    const checked = validate(table.row, row);
    if (checked.ok) return checked.value;
    throw new InvalidRecordError(name, checked.issues);
  }

  #newId(): string {
    for (;;) {
      const id = this.ids.uuid();
      if (!this.schema.names.some((table) => this.rowOf({ table, id }))) return id;
    }
  }

  /** Deletes rows, together with the rows that are deleted with them. Returns all of them. */
  #delete(keys: readonly RowKey[]): readonly DeletedRow[] {
    const deleted = keys
      .flatMap((key) => [key, ...dependentsOf(key, this)])
      .map((key) => ({ ...key, row: this.rowOf(key) }));
    for (const { table, id } of deleted) {
      this.table(table).delete(id);
      this.onDelete(table, id);
    }
    return deleted;
  }

  /** @throws An {@link InvalidRecordError} if another row refers to one of the deleted rows. */
  #endDeletion(deleted: readonly DeletedRow[]): void {
    assertUnreferenced(deleted, this);
    for (const { table, row } of deleted) {
      const product = row && nextDefaultProduct(table, row, this);
      if (product) this.update('products', product, { is_default: true });
    }
  }

  #assertConstraints<Name extends TableName>(name: Name, row: Rows[Name], previous?: Rows[Name]): void {
    if (this.#isUnchecked) return;
    const { fields = [], foreignKeys = [], unique = [] } = violationsOf(name, row, this, previous);
    const others = [...fields, ...foreignKeys];
    if (unique.length > 0) throw conflictError(name, unique, others);
    if (others.length > 0) throw new InvalidRecordError(name, others);
  }
}
