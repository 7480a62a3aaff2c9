import {
  type Change,
  type ExclusiveResult,
  isSnapshotCollection,
  type Persistence,
  type PersistenceStore,
  type RecordKey,
  type SnapshotCollection,
  type StoredRecord,
} from '../state/persistence.ts';

interface MemoryRecord extends RecordKey {
  readonly position: number;
  readonly json: string;
}

/** The records of each mock, by collection and key. */
export type StoredMocks = Map<string, Map<string, MemoryRecord>>;

/**
 * Stores mocks in memory.
 *
 * @param mocks The data. Pass it to another store to use it again after the first one was closed.
 */
export function createMemoryStore(mocks: StoredMocks = new Map()): PersistenceStore {
  let isClosed = false;
  const assertOpen = () => {
    if (isClosed) throw new Error('The store is closed.');
  };
  return {
    async open(name) {
      assertOpen();
      return new MemoryPersistence(mocks, name, assertOpen);
    },
    async list() {
      assertOpen();
      return [...mocks.keys()].sort();
    },
    async delete(name) {
      assertOpen();
      mocks.delete(name);
    },
    async close() {
      isClosed = true;
    },
  };
}

class MemoryPersistence implements Persistence {
  readonly #mocks: StoredMocks;
  readonly #name: string;
  readonly #assertOpen: () => void;

  constructor(mocks: StoredMocks, name: string, assertOpen: () => void) {
    this.#mocks = mocks;
    this.#name = name;
    this.#assertOpen = assertOpen;
  }

  async load() {
    this.#assertOpen();
    const records = this.#mocks.get(this.#name);
    if (!records) return undefined;
    return { records: toRecords(records, (collection) => !isSnapshotCollection(collection)) };
  }

  async loadCollection(collection: SnapshotCollection) {
    this.#assertOpen();
    return toRecords(this.#mocks.get(this.#name) ?? new Map(), (each) => each === collection);
  }

  async append(changes: readonly Change[]) {
    this.#assertOpen();
    // An error here leaves the records as they are.
    const prepared = changes.map(({ written, deleted }) => ({ written: written.map(serialize), deleted }));
    const records = this.#mocks.get(this.#name) ?? new Map<string, MemoryRecord>();
    this.#mocks.set(this.#name, records);
    for (const { written, deleted } of prepared) {
      for (const { collection, key } of deleted) records.delete(`${collection} ${key}`);
      for (const record of written) records.set(`${record.collection} ${record.key}`, record);
    }
  }

  async pull() {
    return [];
  }

  async runExclusive<T>(run: (others: readonly Change[]) => ExclusiveResult<T>) {
    this.#assertOpen();
    const { result, changes } = run([]);
    await this.append(changes);
    return result;
  }
}

function toRecords(
  records: ReadonlyMap<string, MemoryRecord>,
  isIncluded: (collection: string) => boolean,
): readonly StoredRecord[] {
  const included = [...records.values()].filter(({ collection }) => isIncluded(collection));
  included.sort((a, b) => a.position - b.position);
  return included.map(({ json, ...record }) => ({ ...record, value: JSON.parse(json) as unknown }));
}

function serialize({ collection, key, position, value }: StoredRecord): MemoryRecord {
  return { collection, key, position, json: JSON.stringify(value) };
}
