import type { Row } from '../store/row-map.ts';
import type { TableName } from '../store/row-types.ts';
import { type Change, isSnapshotCollection, type RecordKey } from './persistence.ts';

/**
 * The tables of everything that is not a record: tokens, settings, and the summaries of named snapshots. No event,
 * history, journal, search, count, export or error text contains their rows: the id of a token row is the token.
 */
export const hiddenTables = ['tokens', 'settings', 'snapshots'] as const;

export type HiddenTable = (typeof hiddenTables)[number];

/** A row of a hidden table. */
export interface HiddenRow<Value = unknown> extends Row {
  readonly value: Value;
}

/** The definition of a hidden table. */
export interface HiddenTableDefinition {
  /**
   * Returns the value of a stored row. Undefined if the mock does not use it.
   *
   * @throws A TypeError if this version cannot use it.
   */
  load(id: string, saved: unknown): unknown;
  /** Returns the stored records of a change of a row. Default: one record with its value. */
  toChange?(id: string, before: HiddenRow | undefined, after: HiddenRow | undefined): Change;
  /** Called after each write. */
  onWrite?(row: HiddenRow): void;
}

export function isHidden(name: string): name is HiddenTable {
  return hiddenTables.some((hidden) => hidden === name);
}

/** Whether a collection is a table of records: one of the specification, or your own. */
export function isTable(collection: RecordKey['collection']): collection is TableName {
  return !isHidden(collection) && !isSnapshotCollection(collection);
}
