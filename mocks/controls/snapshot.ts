/** The state of a mock, to go back to, or to keep as JSON. */
import { validate } from '../../src/contract/validate.ts';
import { isObject } from '../shared/is-object.ts';
import { Database, type DatabaseSnapshot } from '../store/database.ts';
import { InvalidRecordError } from '../store/errors.ts';
import { createIdGenerator } from '../store/ids.ts';
import { mapTables, metadata, tableNames } from '../store/metadata.ts';
import type { Rows, TableName } from '../store/row-types.ts';
import { isPermission } from './permissions.ts';
import type { Principal } from './tokens.ts';

/** What the JSON of a snapshot looks like; another version does not fit. */
const version = 1;

/** What a snapshot is made of. */
export interface MockState {
  /** The rows of each table, by id. */
  readonly rows: DatabaseSnapshot;
  /** What each token may do. */
  readonly tokens: ReadonlyMap<string, Principal>;
  /** The id of the mock's own workspace. */
  readonly workspace: string;
  /** The mock's own token. */
  readonly token: string;
  /** How far the generator of randomSeed is. */
  readonly ids: number;
  /** How many rows of each table were sequences. */
  readonly sequences: ReadonlyMap<TableName, number>;
}

/** The state of a mock at one moment: made by `snapshot`, taken by `restore`. `JSON.stringify` makes it a text. */
export interface MockSnapshot extends MockState {
  /** The same as JSON. */
  toJSON(): SnapshotJson;
}

/** A snapshot as JSON. It holds the mock's tokens. */
export interface SnapshotJson {
  /** The version of this format: `restore` refuses another. */
  readonly version: number;
  /** The id of the mock's own workspace. */
  readonly workspace: string;
  /** The mock's own token. */
  readonly token: string;
  /** How far the generator of randomSeed is. */
  readonly ids: number;
  /** How many rows of each table were sequences. */
  readonly sequences: Partial<Readonly<Record<TableName, number>>>;
  /** What each token may do. */
  readonly tokens: Readonly<Record<string, Principal>>;
  /** The rows of each table. */
  readonly tables: Partial<{ readonly [Name in TableName]: readonly Rows[Name][] }>;
}

/** A snapshot of this state. */
export function createSnapshot(state: MockState): MockSnapshot {
  return new Snapshot(state);
}

class Snapshot implements MockSnapshot {
  readonly rows: DatabaseSnapshot;
  readonly tokens: ReadonlyMap<string, Principal>;
  readonly workspace: string;
  readonly token: string;
  readonly ids: number;
  readonly sequences: ReadonlyMap<TableName, number>;

  constructor({ rows, tokens, workspace, token, ids, sequences }: MockState) {
    this.rows = rows;
    this.tokens = tokens;
    this.workspace = workspace;
    this.token = token;
    this.ids = ids;
    this.sequences = sequences;
  }

  toJSON(): SnapshotJson {
    const { workspace, token, ids } = this;
    return {
      version,
      workspace,
      token,
      ids,
      sequences: Object.fromEntries(this.sequences),
      tokens: Object.fromEntries(this.tokens),
      tables: Object.fromEntries(tableNames.map((name) => [name, [...this.rows[name].values()]])),
    };
  }
}

/**
 * Reads a snapshot, or what was the JSON of one.
 *
 * @throws TypeError for anything but a snapshot of this version, whose rows the API could have made.
 */
export function readSnapshot(value: unknown): MockSnapshot {
  if (value instanceof Snapshot) return value;
  const json = asObject(value, 'a snapshot');
  // A snapshot of another copy of this package, as where one was imported and the other required.
  if (typeof json['toJSON'] === 'function') return readSnapshot(JSON.parse(JSON.stringify(value)));
  if ('rows' in json) {
    throw new TypeError('snapshot: a copy of one is none; give the snapshot itself, or JSON.parse(JSON.stringify(it))');
  }
  if (json['version'] !== version) {
    throw new TypeError(`snapshot: expected version ${version}, received ${String(json['version'])}; make a new one`);
  }
  const { ids, workspace, token } = json;
  if (!isCount(ids)) throw new TypeError(`snapshot: expected ids to be a number from 0, received ${String(ids)}`);
  const rows = readTables(asObject(json['tables'], 'tables'));
  const tokens = new Map(
    Object.entries(asObject(json['tokens'], 'tokens')).map(([each, grant]) => [each, readGrant(grant, rows)]),
  );
  if (typeof workspace !== 'string' || !rows.workspaces.has(workspace)) {
    throw new TypeError('snapshot: expected workspace to be the id of one');
  }
  if (typeof token !== 'string') throw new TypeError('snapshot: expected token to be a string');
  return createSnapshot({ rows, tokens, workspace, token, ids, sequences: readSequences(json['sequences'] ?? {}) });
}

function readTables(json: Record<string, unknown>): DatabaseSnapshot {
  const unknown = Object.keys(json).filter((name) => !isTable(name));
  if (unknown.length > 0) throw new TypeError(`snapshot: no table ${unknown.join(', ')} in this version`);
  const rows: DatabaseSnapshot = mapTables((name) => readRows(name, json[name] ?? []));
  const database = new Database(() => 0, createIdGenerator(0));
  database.restore(rows);
  try {
    database.assertIntegrity();
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
    throw new TypeError(`snapshot: tables.${error.message}`, { cause: error });
  }
  return rows;
}

function readRows<Name extends TableName>(name: Name, value: unknown): ReadonlyMap<string, Rows[Name]> {
  if (!Array.isArray(value)) throw new TypeError(`snapshot: expected tables.${name} to be an array`);
  const rows = new Map<string, Rows[Name]>();
  for (const [position, row] of value.entries()) {
    const checked = validate(metadata[name].row, row);
    if (!checked.ok) {
      const { path, message } = checked.issues[0] ?? { path: '', message: 'is not valid' };
      throw new TypeError(`snapshot: tables.${name}.${position}${path && `.${path}`} ${message}`);
    }
    if (rows.has(checked.value.id)) throw new TypeError(`snapshot: tables.${name}.${position}.id is that of another`);
    rows.set(checked.value.id, checked.value);
  }
  return rows;
}

function readGrant(value: unknown, { workspaces }: DatabaseSnapshot): Principal {
  const { workspace, permissions, user } = asObject(value, 'a token');
  if (typeof workspace !== 'string' || typeof user !== 'string' || !isPermissions(permissions)) {
    throw new TypeError('snapshot: expected each token to have a workspace, permissions and a user');
  }
  if (!workspaces.has(workspace)) throw new TypeError(`snapshot: a token names no workspace: ${workspace}`);
  return { workspace, permissions, user };
}

function readSequences(value: unknown): ReadonlyMap<TableName, number> {
  const sequences = new Map<TableName, number>();
  for (const [name, count] of Object.entries(asObject(value, 'sequences'))) {
    if (!isTable(name) || !isCount(count)) throw new TypeError(`snapshot: expected sequences.${name} to count a table`);
    sequences.set(name, count);
  }
  return sequences;
}

function isTable(name: string): name is TableName {
  return Object.hasOwn(metadata, name);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isPermissions(value: unknown): value is Principal['permissions'] {
  return Array.isArray(value) && value.every(isPermission);
}

function asObject(value: unknown, what: string): Record<string, unknown> {
  if (isObject(value)) return value;
  const received = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  throw new TypeError(`snapshot: expected ${what} to be an object, received ${received}`);
}
