import type { Change, StoredRecord } from '../../mocks/index.ts';

/** Creates a record with a small value. */
export function record(
  key: string,
  position: number,
  value: unknown = key,
  collection: StoredRecord['collection'] = 'customers',
): StoredRecord {
  return { collection, key, position, value };
}

/** Creates a change that writes records. */
export function writes(...written: readonly StoredRecord[]): Change {
  return { written, deleted: [] };
}

/** Creates a change that deletes a customer. */
export function deletes(key: string): Change {
  return { written: [], deleted: [{ collection: 'customers', key }] };
}
