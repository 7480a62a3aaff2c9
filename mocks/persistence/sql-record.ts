import type { StoredRecord } from '../engine/persistence.ts';

/** Converts a row of a table with the columns `collection`, `key`, `position` and `json`. */
export function toStoredRecord({ collection, key, position, json }: Readonly<Record<string, unknown>>): StoredRecord {
  return {
    collection: collection as StoredRecord['collection'],
    key: String(key),
    position: Number(position),
    value: JSON.parse(String(json)),
  };
}
