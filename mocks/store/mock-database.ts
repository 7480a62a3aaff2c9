/** `mock.db`: the tables as tests and seeds write them, under the same rules as the API. */
import { validate } from '../../src/contract/validate.ts';
import { isObject } from '../shared/is-object.ts';
import { type Database, InvalidRecordError, normalizeIds } from './database.ts';
import { type Insertable, type Rows, schema, type TableName, tableNames } from './schema.ts';

/**
 * A table of the mock. Rows are frozen; a change makes a new one. Every write is checked as the API's are: fields
 * by the contract, foreignKeys, unique `api_name`s.
 */
export interface MockTable<Name extends TableName> {
  /** How many rows there are, in all workspaces. */
  readonly size: number;
  /**
   * Adds a row. What is left out takes its default: a generated `id`, the mock's first workspace, the time.
   *
   * @throws InvalidRecordError for a row that the API could not have made; nothing is stored.
   */
  insert(row: Insertable[Name]): Rows[Name];
  /**
   * Changes fields of a row, groups in part, and moves `updated_at`.
   *
   * @throws InvalidRecordError for changes that the API could not have made, or if there is no such row.
   */
  update(id: string, changes: Partial<Insertable[Name]>): Rows[Name];
  /**
   * Removes a row for good. Returns whether there was one.
   *
   * @throws InvalidRecordError while other rows refer to it.
   */
  delete(id: string): boolean;
  /** The row with an id. */
  get(id: string): Rows[Name] | undefined;
  /** The first row that has the given values, or for which the function returns true. */
  find(where: Partial<Rows[Name]> | ((row: Rows[Name]) => boolean)): Rows[Name] | undefined;
  /** All rows, or those that have the given values, or for which the function returns true. */
  list(where?: Partial<Rows[Name]> | ((row: Rows[Name]) => boolean)): Rows[Name][];
}

/** All tables of the mock. */
export type MockDatabase = { readonly [Name in TableName]: MockTable<Name> };

/** Opens the tables. Rows that name no workspace go into the one that `workspace` returns. */
export function createMockDatabase(database: Database, workspace: () => string): MockDatabase {
  return Object.fromEntries(tableNames.map((name) => [name, openTable(database, name, workspace)])) as MockDatabase;
}

function openTable<Name extends TableName>(database: Database, name: Name, workspace: () => string): MockTable<Name> {
  const table = database.table(name);
  const get = (id: string) => table.get(id.toLowerCase());
  const store = (row: Rows[Name], fields?: readonly string[]) => {
    const { foreignKeys, unique } = database.issues(name, row, fields);
    if (foreignKeys.length + unique.length > 0) throw new InvalidRecordError(name, [...foreignKeys, ...unique]);
    return database.write(name, row);
  };
  const matching = (where: Partial<Rows[Name]> | ((row: Rows[Name]) => boolean)) => {
    if (typeof where === 'function') return where;
    const wanted = Object.entries(normalizeIds(name, where));
    return (row: Rows[Name]) => wanted.every(([field, value]) => Reflect.get(row, field) === value);
  };

  return {
    get size() {
      return table.size;
    },
    insert(insertion) {
      const row = database.complete(name, ownCopy(name, insertion), workspace());
      if (table.get(row.id)) throw new InvalidRecordError(name, [{ path: 'id', message: 'is taken by another row' }]);
      return store(row);
    },
    update(id, given) {
      const changes = ownCopy(name, given);
      const row = get(id);
      if (!row) throw new InvalidRecordError(name, [{ path: 'id', message: `names no ${schema[name].record}: ${id}` }]);
      const fixed = ['id', 'workspace_id'].filter((field) => Object.hasOwn(changes, field));
      if (fixed.length > 0) {
        throw new InvalidRecordError(
          name,
          fixed.map((path) => ({ path, message: 'cannot be changed' })),
        );
      }
      const changed = database.changed<Name>(name, row, changes);
      const checked = validate(schema[name].row, changed);
      if (!checked.ok) throw new InvalidRecordError(name, checked.issues);
      return store(checked.value, Object.keys(changes));
    },
    delete(id) {
      const row = get(id);
      if (!row) return false;
      const referrers = database.referencingTables(name, row.id);
      if (referrers.length > 0) {
        throw new InvalidRecordError(name, [{ path: 'id', message: `is referred to by ${referrers.join(', ')}` }]);
      }
      database.remove(name, row.id);
      return true;
    },
    get,
    find(where) {
      const matches = matching(where);
      for (const row of table.values()) if (matches(row)) return row;
      return undefined;
    },
    list: (where = () => true) => [...table.values()].filter(matching(where)),
  };
}

/** What a caller passes stays its own: rows are frozen, and may not freeze what it still has a use for. */
function ownCopy<T extends object>(name: TableName, fields: T): T {
  if (!isObject(fields)) throw new InvalidRecordError(name, [{ path: '', message: 'expected an object with fields' }]);
  const own = { ...fields };
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value !== 'object' || value === null) continue;
    const isFlat = Array.isArray(value) && value.every((entry) => typeof entry !== 'object');
    Reflect.set(own, field, isFlat ? [...value] : structuredClone(value));
  }
  return own;
}
