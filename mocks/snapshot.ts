/** The state of a mock, to go back to, or to keep as JSON. */
import { check } from '../src/contract/check.ts';
import type { Grant } from './auth.ts';
import type { StoredRows } from './store/database.ts';
import { type Rows, schema, type TableName, tableNames } from './store/schema.ts';

/** What the JSON of a snapshot looks like; another version does not fit. */
const version = 1;

/** The state of a mock at one moment: made by `snapshot`, taken by `restore`. `JSON.stringify` makes it a text. */
export interface MockSnapshot {
  readonly rows: StoredRows;
  readonly tokens: ReadonlyMap<string, Grant>;
  /** How far the generator of ids is. */
  readonly ids: number;
  toJSON(): SnapshotJson;
}

/** A snapshot as JSON. It holds the mock's tokens. */
export interface SnapshotJson {
  readonly version: number;
  readonly ids: number;
  readonly tokens: Readonly<Record<string, Grant>>;
  readonly tables: { readonly [Name in TableName]?: readonly Rows[Name][] };
}

/** A snapshot of these rows, tokens and ids. */
export function createSnapshot(rows: StoredRows, tokens: ReadonlyMap<string, Grant>, ids: number): MockSnapshot {
  return {
    rows,
    tokens,
    ids,
    toJSON: () => ({
      version,
      ids,
      tokens: Object.fromEntries(tokens),
      tables: Object.fromEntries(tableNames.map((name) => [name, [...rows[name].values()]])),
    }),
  };
}

/**
 * Reads a snapshot that was JSON.
 *
 * @throws TypeError for anything but such a snapshot of this version; nothing is changed then.
 */
export function readSnapshot(value: unknown): MockSnapshot {
  const json = asObject(value, 'a snapshot');
  if (json['version'] !== version) {
    throw new TypeError(`snapshot: expected version ${version}, received ${String(json['version'])}; make a new one`);
  }
  const { ids } = json;
  if (typeof ids !== 'number') throw new TypeError(`snapshot: expected ids to be a number, received ${typeof ids}`);
  const tables = asObject(json['tables'], 'tables');
  const rows = tableNames.map((name) => [name, readRows(name, tables[name] ?? [])]);
  const tokens = new Map(
    Object.entries(asObject(json['tokens'], 'tokens')).map(([token, grant]) => [token, readGrant(grant)]),
  );
  return createSnapshot(Object.fromEntries(rows), tokens, ids);
}

function readRows<Name extends TableName>(name: Name, value: unknown): ReadonlyMap<string, Rows[Name]> {
  if (!Array.isArray(value)) throw new TypeError(`snapshot: expected tables.${name} to be an array`);
  return new Map(
    value.map((row: unknown, position) => {
      const checked = check(schema[name].row, row);
      if (checked.ok) return [checked.value.id, checked.value];
      const { path, message } = checked.issues[0] ?? { path: '', message: 'is not valid' };
      throw new TypeError(`snapshot: tables.${name}[${position}].${path} ${message}`);
    }),
  );
}

function readGrant(value: unknown): Grant {
  const { workspace, permissions, user } = asObject(value, 'a token');
  if (typeof workspace !== 'string' || typeof user !== 'string' || !isPermissions(permissions)) {
    throw new TypeError('snapshot: expected each token to have a workspace, permissions and a user');
  }
  return { workspace, permissions, user };
}

function isPermissions(value: unknown): value is Grant['permissions'] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function asObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(
      `snapshot: expected ${what} to be an object, received ${value === null ? 'null' : typeof value}`,
    );
  }
  return { ...value };
}
