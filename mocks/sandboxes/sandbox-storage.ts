import type { MockServer } from '../engine/create-mock-server.ts';
import { isObject } from '../shared/json.ts';
import { randomToken } from '../shared/random.ts';
import type { AttachedPersistence, Persistence, PersistenceStore, StoredState } from '../state/persistence.ts';

/** The part of a stored sandbox that is not part of its mock. */
export interface SandboxRecord {
  readonly controlToken: string;
  /** Whether a request created the sandbox, so that the server's API token opens it. */
  readonly isOnDemand: boolean;
}

/** Creates the record of a new sandbox, with a random control token. */
export function createRecord(isOnDemand: boolean): SandboxRecord {
  return { controlToken: randomToken('mdcontrol'), isOnDemand };
}

/** Keeps sandboxes apart from the server's own mock, which one store also contains. */
const prefix = 'sandboxes/';

/** The key of the setting that holds the {@link SandboxRecord}. The mock ignores settings that it does not know. */
const recordKey = 'sandbox';

/** The stored sandboxes. */
export class SandboxStorage {
  readonly #store: PersistenceStore;
  #names: Promise<Set<string>> | undefined;

  constructor(store: PersistenceStore) {
    this.#store = store;
  }

  /** Returns the names of all stored sandboxes. */
  names(): Promise<Set<string>> {
    this.#names ??= this.#store.list().then((names) => {
      const own = names.filter((name) => name.startsWith(prefix));
      return new Set(own.map((name) => name.slice(prefix.length)));
    });
    // The next use tries again.
    this.#names.catch(() => {
      this.#names = undefined;
    });
    return this.#names;
  }

  /** Stores a new sandbox, or nothing if that fails. */
  async create(name: string, mock: MockServer, record: SandboxRecord): Promise<AttachedPersistence> {
    const persistence = await this.#store.open(prefix + name);
    try {
      const attached = await mock.persist(persistence);
      await append(persistence, record);
      (await this.names()).add(name);
      return attached;
    } catch (error) {
      // If a part of it remains, the next list has its name.
      await this.#store.delete(prefix + name).catch(() => {
        this.#names = undefined;
      });
      throw error;
    }
  }

  /** Restores a stored sandbox. */
  async load(name: string, mock: MockServer): Promise<SandboxRecord & { readonly attached: AttachedPersistence }> {
    const persistence = await this.#store.open(prefix + name);
    const stored = readRecord(await persistence.load());
    const attached = await mock.persist(persistence);
    // The creation of a sandbox may not have finished.
    const record = stored ?? createRecord(false);
    if (!stored) await append(persistence, record);
    for (const warning of attached.warnings) console.warn(`sandbox "${name}": ${warning}`);
    return { ...record, attached };
  }

  async delete(name: string): Promise<void> {
    await this.#store.delete(prefix + name);
    (await this.names()).delete(name);
  }
}

async function append(persistence: Persistence, value: SandboxRecord): Promise<void> {
  await persistence.append([
    { written: [{ collection: 'settings', key: recordKey, position: 0, value }], deleted: [] },
  ]);
}

function readRecord(state: StoredState | undefined): SandboxRecord | undefined {
  const value = state?.records.find(({ collection, key }) => collection === 'settings' && key === recordKey)?.value;
  if (!isObject(value) || typeof value['controlToken'] !== 'string') return undefined;
  return { controlToken: value['controlToken'], isOnDemand: value['isOnDemand'] === true };
}
