import type { StoredRecord } from '../state/persistence.ts';

/** Converts the values of a row with the columns `collection`, `key`, `position` and `json`. */
export function toStoredRecord([collection, key, position, json]: readonly unknown[]): StoredRecord {
  return {
    collection: collection as StoredRecord['collection'],
    key: String(key),
    position: Number(position),
    value: JSON.parse(String(json)),
  };
}
