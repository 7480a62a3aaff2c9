import type * as z from 'zod/mini';
import { describeSchema, type FieldDescription } from '../../src/contract/describe-schema.ts';
import { type Issue, validate } from '../../src/contract/validate.ts';
import { issueText } from '../shared/describe-value.ts';
import { isObject, readField } from '../shared/json.ts';
import { isHidden } from '../state/hidden-tables.ts';
import { isSnapshotCollection, type StoredRecord, type StoredState } from '../state/persistence.ts';
import { mergeFields } from '../store/fields.ts';
import { isTableName, metadata } from '../store/metadata.ts';
import { type AnyRow, foreignKeyIssues } from '../store/references.ts';
import type { Row } from '../store/row-map.ts';
import { positionOf } from '../store/row-order.ts';
import type { TableName } from '../store/row-types.ts';
import type { TableSchema } from '../store/table-schema.ts';
import { readSnapshotJson } from './read-snapshot.ts';
import { type MockSnapshot, snapshotVersion } from './snapshot.ts';

/**
 * The version of stored data. If a table or a setting changes, raise it, and run `node test/persistence/fixture.ts`.
 */
export const stateVersion = 2;

/** A stored state after it was checked. */
export interface ReadState {
  readonly snapshot: MockSnapshot;
  /** The values of the settings, by name. */
  readonly settings: ReadonlyMap<string, unknown>;
  /** The named snapshots, without their content. */
  readonly snapshots: readonly StoredRecord[];
  /** Whether the rows differ from the stored ones, so that they must be stored again. */
  readonly mustBeStored: boolean;
  readonly warnings: readonly string[];
  /** The reasons why the mock does not use stored rows, which stay as they are. */
  readonly unusedRowWarnings: readonly string[];
}

/**
 * Reads a stored state. A state of an older version is upgraded: fields that no longer exist are dropped, and new
 * fields get their defaults.
 *
 * @throws An Error if the state has a newer version, or is not one that a mock could have.
 */
export function readStoredState({ records }: StoredState, schema: TableSchema): ReadState {
  const collections = new Map<string, StoredRecord[]>();
  for (const record of records) {
    const others = collections.get(record.collection);
    if (others) others.push(record);
    else collections.set(record.collection, [record]);
  }
  const recordsOf = (name: string): readonly StoredRecord[] => collections.get(name) ?? [];
  const tables = schema.map<StoredTables>((name) => [...recordsOf(name)]);
  const settings = new Map(recordsOf('settings').map(({ key, value }) => [key, value]));
  const unknown = [...collections.keys()].filter(
    (name) => !schema.has(name) && !isHidden(name) && !isSnapshotCollection(name),
  );
  const version = settings.get('version');
  assertVersion(version);
  const isOlder = version !== stateVersion;
  const dropped = new Set<string>();
  const upgraded = (table: TableName, { value }: StoredRecord) =>
    isOlder && isTableName(table) && isObject(value) ? upgradeRow(table, value, (path) => dropped.add(path)) : value;
  const mock = settings.get('mock');
  const invalid = removeInvalidOwnRows(tables, schema);
  const positions = schema.map<Record<TableName, number[]>>((name) => tables[name].map(({ position }) => position));
  const json = {
    version: snapshotVersion,
    ...(isObject(mock) && mock),
    ids: settings.get('ids'),
    sequences: settings.get('sequences'),
    tokens: Object.fromEntries(recordsOf('tokens').map(({ key, value }) => [key, value])),
    tables: schema.map((name) => tables[name].map((record) => upgraded(name, record))),
  };
  const snapshot = readSnapshotJson(json, schema, positions);
  const isInOrder = (name: TableName) =>
    positions[name].every((position, index, all) => position > (all[index - 1] ?? -1));
  const isReordered = !schema.names.every(isInOrder);
  const warnings = Array.from(dropped, (path) => `This version has no ${path}. The stored values were dropped.`);
  const unusedRowWarnings = [
    ...unknown.map((name) => `The mock has no table ${name}. Its stored rows are kept until you define it.`),
    ...invalid,
  ];
  return {
    snapshot,
    settings,
    snapshots: recordsOf('snapshots'),
    mustBeStored: isOlder || isReordered,
    warnings,
    unusedRowWarnings,
  };
}

/** Returns the records that {@link readStoredState} reads as a given snapshot. */
export function snapshotRecords(
  { names }: TableSchema,
  { rows, tokens, workspace, token, ids, sequences }: MockSnapshot,
): StoredRecord[] {
  return [
    record('settings', 'version', stateVersion),
    record('settings', 'mock', { workspace, ...(token !== undefined && tokens?.has(token) && { token }) }),
    record('settings', 'ids', ids),
    record('settings', 'sequences', Object.fromEntries(sequences)),
    ...Array.from(tokens ?? [], ([key, value]) => record('tokens', key, value)),
    ...names.flatMap((name) => Array.from<Row, StoredRecord>(rows[name].values(), (row) => rowRecord(name, row))),
  ];
}

function rowRecord(table: TableName, row: Row): StoredRecord {
  return { collection: table, key: row.id, position: positionOf(row), value: row };
}

function record(collection: 'tokens' | 'settings', key: string, value: unknown): StoredRecord {
  return { collection, key, position: 0, value };
}

/** @throws An Error if this version cannot read the version of stored data. */
export function assertVersion(version: unknown): void {
  if (Number.isInteger(version) && Number(version) <= stateVersion) return;
  throw new Error(
    `the stored data must have version ${stateVersion} or older, received version ${String(version)}. Update masterdata-sdk.`,
  );
}

type StoredTables = { readonly [Name in TableName]: StoredRecord[] };

/** The values of stored rows. Only those of own tables are checked. */
type RowsById = { readonly [Name in TableName]: Map<string, AnyRow> };

/**
 * Removes the rows of your own tables that are not valid any more, because the definition of the table has changed,
 * or rows that they refer to were deleted while there was no definition. They stay in the stored data.
 *
 * @returns A warning for each table with such rows.
 */
function removeInvalidOwnRows(tables: StoredTables, schema: TableSchema): readonly string[] {
  if (schema.own.length === 0) return [];
  const rows = schema.map<RowsById>((name) => new Map(tables[name].map(({ key, value }) => [key, value])));
  const source = {
    schema,
    table: (name: TableName) => ({ get: (id: string) => rows[name].get(id), has: () => true }),
  };
  return schema.own.flatMap(({ name }) => {
    const table = name as TableName;
    const valid = rows[table];
    const removed: string[] = [];
    const removeIfInvalid = (id: string, issues: readonly Issue[]) => {
      if (issues.length === 0) return;
      valid.delete(id);
      removed.push(issues.map(issueText).join('; '));
    };
    for (const [id, row] of valid) {
      const checked = validate<z.ZodMiniType<AnyRow>>(schema.metadata[table].row, row);
      if (checked.ok) valid.set(id, checked.value);
      else removeIfInvalid(id, checked.issues);
    }
    // A removed row makes other rows of its table invalid that refer to it.
    for (let count = -1; count !== removed.length; ) {
      count = removed.length;
      const acyclic = new Set<string>();
      for (const [id, row] of valid) removeIfInvalid(id, foreignKeyIssues(table, row, row, source, acyclic));
    }
    const [first] = removed;
    if (first === undefined) return [];
    const stored = tables[table].splice(0);
    for (const each of stored) if (valid.has(each.key)) tables[table].push(each);
    return [`${removed.length} stored rows of ${name} are not valid, and are kept until they are: ${first}.`];
  });
}

/**
 * Converts a row that an older version stored: drops the fields that no longer exist, and adds the defaults of new
 * ones.
 *
 * @param onDrop Called with the path of each field that was dropped, for example `customers.name`.
 */
function upgradeRow(table: TableName, row: object, onDrop: (path: string) => void): object {
  const { row: schema, defaults } = metadata[table];
  const known = knownFields(describeSchema(schema), row, table, onDrop);
  return isObject(known) ? mergeFields(defaults, known) : row;
}

function knownFields(
  { kind }: FieldDescription,
  value: unknown,
  path: string,
  onDrop: (path: string) => void,
): unknown {
  if (kind.type === 'list' && Array.isArray(value)) {
    return value.map((entry) => knownFields(kind.element, entry, path, onDrop));
  }
  if (kind.type !== 'group' || kind.isOpen || !isObject(value)) return value;
  const known: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const fieldPath = `${path}.${name}`;
    const description = readField(kind.fields, name);
    if (description) known[name] = knownFields(description, field, fieldPath, onDrop);
    else onDrop(fieldPath);
  }
  return known;
}
