import { type MockSnapshot, readParts, snapshotVersion } from '../controls/snapshot.ts';
import { isObject } from '../shared/json.ts';
import { isTableName, mapTables, tableNames } from '../store/metadata.ts';
import type { TableName } from '../store/row-types.ts';
import { upgradeRow } from '../store/upgrade-row.ts';
import type { RecordKey, StoredRecord, StoredState } from './persistence.ts';

/** The version of stored data. Raise it when a table or a setting changes, and add a fixture of the former version. */
export const stateVersion = 2;

/** A stored state after it was checked. */
export interface ReadState {
  readonly snapshot: MockSnapshot;
  /** The values of the settings, by name. */
  readonly settings: ReadonlyMap<string, unknown>;
  /** The records of collections that this version does not know. */
  readonly unknown: readonly RecordKey[];
  /** Whether the rows differ from the stored ones, so that they must be stored again. */
  readonly isUpgraded: boolean;
  readonly warnings: readonly string[];
}

/**
 * Reads a stored state. A state of an older version is upgraded: fields that no longer exist are dropped, and new
 * fields get their defaults.
 *
 * @throws An Error if the state has a newer version, or is not one that a mock could have.
 */
export function readStoredState({ records }: StoredState): ReadState {
  const { tables, tokens, settings, unknown } = group(records);
  const version = settings.get('version');
  assertVersion(version);
  const isOlder = version !== stateVersion;
  const dropped = new Set(unknown.map(({ collection }): string => collection));
  const upgraded = (table: TableName, { value }: StoredRecord) =>
    isOlder && isObject(value) ? upgradeRow(table, value, (path) => dropped.add(path)) : value;
  const mock = settings.get('mock');
  const positions = mapTables<Record<TableName, number[]>>((name) => tables[name].map(({ position }) => position));
  const parts = {
    version: snapshotVersion,
    ...(isObject(mock) && mock),
    ids: settings.get('ids'),
    sequences: settings.get('sequences'),
    tokens: Object.fromEntries(tokens.map(({ key, value }) => [key, value])),
    tables: mapTables((name) => tables[name].map((record) => upgraded(name, record))),
  };
  const snapshot = readParts(parts, positions);
  const isInOrder = (name: TableName) =>
    positions[name].every((position, index, all) => position > (all[index - 1] ?? -1));
  const isReordered = !tableNames.every(isInOrder);
  const warnings = Array.from(dropped, (path) => `This version has no ${path}. The stored values were dropped.`);
  return { snapshot, settings, unknown, isUpgraded: isOlder || isReordered, warnings };
}

/** @throws An Error if this version cannot read the version of stored data. */
export function assertVersion(version: unknown): void {
  if (Number.isInteger(version) && Number(version) <= stateVersion) return;
  throw new Error(
    `the stored data must have version ${stateVersion} or older, received version ${String(version)}. Update masterdata-sdk.`,
  );
}

function group(records: readonly StoredRecord[]) {
  const tables = mapTables<{ readonly [Name in TableName]: StoredRecord[] }>(() => []);
  const tokens: StoredRecord[] = [];
  const settings = new Map<string, unknown>();
  const unknown: RecordKey[] = [];
  for (const record of records) {
    const collection: string = record.collection;
    if (collection === 'settings') settings.set(record.key, record.value);
    else if (collection === 'tokens') tokens.push(record);
    else if (isTableName(collection)) tables[collection].push(record);
    else unknown.push(record);
  }
  return { tables, tokens, settings, unknown };
}
