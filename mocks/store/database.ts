/** The tables, and the rules that hold among them whoever writes: the API, a seed or a test. */
import { type Issue, validate } from '../../src/contract/validate.ts';
import { isObject } from '../shared/is-object.ts';
import { iso, nextUpdatedAt, type TimeSource } from '../shared/time.ts';
import type { IdGenerator } from './ids.ts';
import { type Insertable, type Rows, schema, type TableName, tableNames, uuidFields } from './schema.ts';
import { type Row, Table } from './table.ts';

/** A row as far as every table's are alike. */
interface AnyRow extends Row {
  readonly workspace_id?: string;
  readonly api_name?: string;
  readonly deleted_at?: string | null;
}

/** The rows of every table at one moment. */
export type DatabaseSnapshot = { readonly [Name in TableName]: ReadonlyMap<string, Rows[Name]> };

/** A record that the API could not have made, refused before anything was stored. */
export class InvalidRecordError extends Error {
  /** `InvalidRecordError`. */
  override readonly name = 'InvalidRecordError';
  /** The table it was meant for. */
  readonly table: TableName;
  /** What is wrong with it. */
  readonly issues: readonly Issue[];

  constructor(table: TableName, issues: readonly Issue[]) {
    super(`${table}: ${issues.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')}`);
    this.table = table;
    this.issues = issues;
  }
}

/** What is wrong with a row among the others. */
export interface ConstraintViolations {
  /** References to rows that do not exist, or that would close a circle. */
  readonly foreignKeys: readonly Issue[];
  /** An `api_name` that is taken. */
  readonly unique: readonly Issue[];
}

type ForeignKey = readonly [field: string, target: TableName];

/** The fields that name rows, and the tables those are in. Every row but a workspace belongs to one. */
const foreignKeys: { readonly [Name in TableName]: readonly ForeignKey[] } = mapTables(
  (name): readonly ForeignKey[] => [
    ...Object.entries(schema[name].references),
    ...(name === 'workspaces' ? [] : [['workspace_id', 'workspaces'] as const]),
  ],
);

const idFields: { readonly [Name in TableName]: readonly string[] } = mapTables(uuidFields);

/** The tables of all workspaces. */
export class Database {
  readonly #tables: { readonly [Name in TableName]: Table<Rows[Name]> };
  readonly #now: TimeSource;
  readonly #ids: IdGenerator;
  readonly #changed: () => void;
  #undo: (() => void)[] | undefined;
  /** The timestamp that was last asked for: many rows are made in a millisecond. */
  #time = { now: Number.NaN, text: '' };

  /** `changed` is called nextUpdatedAt each change; nextUpdatedAt the last of those that are made {@link transaction}. */
  constructor(now: TimeSource, ids: IdGenerator, changed: () => void = () => undefined) {
    this.#now = now;
    this.#ids = ids;
    this.#changed = changed;
    this.#tables = mapTables((name) => {
      const { references, uniqueApiName } = schema[name];
      return new Table(['workspace_id', ...(uniqueApiName ? ['api_name'] : []), ...Object.keys(references)]);
    });
  }

  /** The table itself, for reading. */
  table<Name extends TableName>(name: Name): Table<Rows[Name]> {
    return this.#tables[name];
  }

  /** The timestamp, as rows write it. */
  timestamp(): string {
    const now = this.#now();
    if (now !== this.#time.now) this.#time = { now, text: iso(now) };
    return this.#time.text;
  }

  /** A row with everything that an insertion may leave out, checked, not yet stored. */
  complete<Name extends TableName>(name: Name, insertion: Partial<Insertable[Name]>, workspace: string): Rows[Name] {
    const { defaults, row } = schema[name];
    const created = this.timestamp();
    const owner = name === 'workspaces' ? {} : { workspace_id: workspace };
    const timestamps = { created_at: created, updated_at: created };
    const checked = validate(
      row,
      merge({ id: this.#ids.uuid(), ...owner, ...defaults, ...timestamps }, normalizeIds(name, insertion)),
    );
    if (!checked.ok) throw new InvalidRecordError(name, checked.issues);
    return checked.value;
  }

  /** A row with some fields changed, groups in part, and a later `updated_at`; not yet stored. */
  changed<Name extends TableName>(name: Name, row: Rows[Name], changes: object): Rows[Name] {
    return { ...merge(row, normalizeIds(name, changes)), updated_at: nextUpdatedAt(row.updated_at, this.#now()) };
  }

  /**
   * What is wrong with a row among the others. Where `fields` are given, only those are looked at. A link to what is
   * deleted may be `kept`, but not made.
   */
  issues(
    name: TableName,
    row: AnyRow,
    fields?: readonly string[],
    deleted: 'refused' | 'kept' = 'refused',
  ): ConstraintViolations {
    const concerns = (field: string) => fields === undefined || fields.includes(field);
    const { record, uniqueApiName } = schema[name];
    const broken: Issue[] = [];
    const follow = (id: string, path: string, field: string, target: TableName) => {
      if (!this.#exists(target, id, row, deleted)) {
        broken.push({ path, message: `names no ${schema[target].record} of this workspace` });
      } else if (target === name && this.#reaches(name, field, id, row.id)) {
        broken.push({ path, message: `would make the ${record} its own ancestor` });
      }
    };
    for (const [field, target] of foreignKeys[name]) {
      const value: unknown = concerns(field) ? Reflect.get(row, field) : null;
      if (typeof value === 'string') follow(value, field, field, target);
      else if (Array.isArray(value))
        for (const [at, id] of value.entries()) follow(id, `${field}.${at}`, field, target);
    }
    const taken = uniqueApiName && concerns('api_name') && this.#isTaken(name, row);
    return {
      foreignKeys: broken,
      unique: taken ? [{ path: 'api_name', message: `is taken by another ${record}` }] : [],
    };
  }

  /** Stores a row whose issues have been looked at. */
  write<Name extends TableName>(name: Name, row: Rows[Name]): Rows[Name] {
    const table = this.table(name);
    const before = table.get(row.id);
    this.#undo?.push(() => (before ? table.put(before) : table.remove(row.id)));
    const written = table.put(row);
    if (!this.#undo) this.#changed();
    return written;
  }

  /** Runs what writes several rows; if it throws, none of them is written. Within another, it is a part of that. */
  transaction<T>(run: () => T): T {
    if (this.#undo) return run();
    const undo: (() => void)[] = [];
    this.#undo = undo;
    try {
      return run();
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    } finally {
      this.#undo = undefined;
      if (undo.length > 0) this.#changed();
    }
  }

  /** Removes a row. Those that refer to it must have been looked at. */
  remove(name: TableName, id: string): void {
    this.#tables[name].remove(id);
    this.#changed();
  }

  /** The tables with rows that refer to a row. */
  referencingTables(name: TableName, id: string): TableName[] {
    return tableNames.filter((other) =>
      foreignKeys[other].some(([field, target]) => target === name && this.#tables[other].has(field, id)),
    );
  }

  snapshot(): DatabaseSnapshot {
    return mapTables((name) => this.table(name).snapshot());
  }

  restore(rows: DatabaseSnapshot): void {
    const restoreTable = <Name extends TableName>(name: Name) => this.table(name).restore(rows[name]);
    tableNames.forEach(restoreTable);
  }

  /**
   * Looks at all rows among the others.
   *
   * @throws InvalidRecordError for the first that refers to none, or has an `api_name` that another has.
   */
  assertIntegrity(): void {
    for (const name of tableNames) {
      for (const row of this.#rows(name).values()) {
        const { foreignKeys, unique } = this.issues(name, row, undefined, 'kept');
        if (foreignKeys.length + unique.length === 0) continue;
        throw new InvalidRecordError(name, [{ path: 'id', message: row.id }, ...foreignKeys, ...unique]);
      }
    }
  }

  #rows(name: TableName): Table<AnyRow> {
    return this.#tables[name];
  }

  #exists(name: TableName, id: string, referrer: AnyRow, deleted: 'refused' | 'kept'): boolean {
    const row = this.#rows(name).get(id);
    if (!row || (row.deleted_at && deleted === 'refused')) return false;
    return name === 'workspaces' || row.workspace_id === referrer.workspace_id;
  }

  /** Whether following `field` from the row `start` comes by the row `id`. */
  #reaches(name: TableName, field: string, start: string, id: string): boolean {
    const passed = new Set<string>();
    let next: unknown = start;
    while (typeof next === 'string' && !passed.has(next)) {
      if (next === id) return true;
      passed.add(next);
      const row = this.#rows(name).get(next);
      next = row && Reflect.get(row, field);
    }
    return false;
  }

  #isTaken(name: TableName, row: AnyRow): boolean {
    for (const other of this.#rows(name).where('api_name', row.api_name ?? '')) {
      if (other.id !== row.id && other.workspace_id === row.workspace_id) return true;
    }
    return false;
  }
}

/**
 * Fields with their UUIDs as they are stored: in lower case, in which they are written, though others may be sent, and of
 * those in a list each once.
 */
export function normalizeIds<Fields extends object>(name: TableName, fields: Fields): Fields {
  let stored = fields;
  for (const field of idFields[name]) {
    const value: unknown = Reflect.get(fields, field);
    const own = Array.isArray(value) ? [...new Set(value.map(lowerCase))] : lowerCase(value);
    if (String(own) !== String(value)) stored = { ...stored, [field]: own };
  }
  return stored;
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** Changes over a row: groups are merged, everything else is replaced, and `undefined` changes nothing. */
function merge<T extends object>(row: T, changes: object): T {
  const changed: Record<string, unknown> = {};
  for (const key of Object.keys(changes)) {
    const value: unknown = Reflect.get(changes, key);
    if (value === undefined) continue;
    const before: unknown = isObject(value) ? Reflect.get(row, key) : undefined;
    changed[key] = isObject(value) && isObject(before) ? merge(before, value) : value;
  }
  return { ...row, ...changed };
}

/** One value for each table. `Object.fromEntries` forgets which key has which value, so the type is given here. */
export function mapTables<Of extends Record<TableName, unknown>>(make: (name: TableName) => unknown): Of {
  return Object.fromEntries(tableNames.map((name) => [name, make(name)])) as Of;
}
