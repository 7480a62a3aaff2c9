import type { MockServer } from '../engine/create-mock-server.ts';
import { errorMessage, warn } from '../shared/errors.ts';
import { hashText } from '../shared/random.ts';
import type {
  AttachedPersistence,
  Change,
  ExclusiveResult,
  Persistence,
  SnapshotCollection,
  StoredRecord,
  StoredState,
} from '../state/persistence.ts';
import { createIndexedDbStore } from './indexed-db.ts';

/** A mock whose data is stored in IndexedDB. */
interface Connection {
  readonly persistence: FallbackPersistence;
  readonly attached: AttachedPersistence;
  /** Stops following other tabs, and releases the store. */
  readonly release: () => Promise<void>;
}

/**
 * Stores the data of a mock of a page in IndexedDB, and shares it with other tabs. If the data cannot be stored, the
 * mock works without persistence, and a warning says so.
 */
export class PagePersistence {
  readonly #mock: MockServer;
  readonly #name: string;
  #connection: Connection | undefined;

  /** @param name Mocks with another name or another token have other data. */
  constructor(mock: MockServer, name: string) {
    this.#mock = mock;
    this.#name = `${name} ${fingerprint(mock.token)}`;
  }

  /** Restores the stored data, or stores that of the mock. Then stores each change, and applies those of other tabs. */
  async open(): Promise<void> {
    try {
      this.#connection = await this.#connect();
    } catch (error) {
      warnNotStored(error);
    }
  }

  /** Waits until all changes are stored, then stops storing them. */
  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.attached.detach();
    await connection?.release();
  }

  /** Waits until the state of the mock is stored. Replaces stored data that could not be used. */
  async replace(): Promise<void> {
    if (this.#connection && !this.#connection.persistence.hasFailed) return this.#mock.flush();
    await this.close();
    try {
      const store = createIndexedDbStore();
      await store.delete(this.#name);
      await store.close();
    } catch {
      // Then `open` fails too, and says why.
    }
    return this.open();
  }

  async #connect(): Promise<Connection> {
    const store = createIndexedDbStore();
    try {
      const stored = await store.open(this.#name);
      const persistence = new FallbackPersistence(stored);
      const attached = await this.#mock.persist(persistence);
      for (const warning of attached.warnings) warn(warning);
      if (attached.isSeedChanged) {
        warn(
          'The seed of the mock has changed, but the stored data has not. To use the seed, call await worker.reset().',
        );
      }
      const refresh = () => void attached.refresh().catch((error: unknown) => persistence.fail(error));
      stored.onRemoteChange(refresh);
      const listening = new AbortController();
      // A page in the back/forward cache receives no messages from other tabs.
      addEventListener('pageshow', ({ persisted }) => void (persisted && refresh()), { signal: listening.signal });
      const release = () => {
        listening.abort();
        return store.close();
      };
      return { persistence, attached, release };
    } catch (error) {
      await store.close();
      throw error;
    }
  }
}

/** Returns a short text that differs between tokens and does not reveal them. */
function fingerprint(token: string): string {
  return hashText(token).toString(16).padStart(8, '0');
}

/**
 * Stores changes until that fails for the first time. From then on, the mock works without persistence. A failure of
 * `load` is an error, because the mock cannot know what is stored.
 */
class FallbackPersistence implements Persistence {
  readonly isShared: boolean;
  readonly #persistence: Persistence;
  #hasFailed = false;

  constructor(persistence: Persistence) {
    this.isShared = persistence.isShared === true;
    this.#persistence = persistence;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Stops storing changes, with a warning. */
  fail(reason: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    warnNotStored(reason);
  }

  load(): Promise<StoredState | undefined> {
    return this.#persistence.load();
  }

  async loadCollection(collection: SnapshotCollection): Promise<readonly StoredRecord[]> {
    return (await this.#persistence.loadCollection?.(collection)) ?? [];
  }

  append(changes: readonly Change[]): Promise<void> {
    return this.#attempt(
      () => this.#persistence.append(changes),
      () => undefined,
    );
  }

  pull(): Promise<readonly Change[]> {
    return this.#attempt(
      () => this.#persistence.pull(),
      () => [],
    );
  }

  runExclusive<T>(run: (others: readonly Change[]) => ExclusiveResult<T>): Promise<T> {
    // A function that has run must not run again: its call has happened.
    let executed: ExclusiveResult<T> | undefined;
    const runOnce = (others: readonly Change[]) => {
      executed ??= run(others);
      return executed;
    };
    return this.#attempt(
      () => this.#persistence.runExclusive(runOnce),
      () => runOnce([]).result,
    );
  }

  async #attempt<T>(store: () => Promise<T>, withoutStore: () => T): Promise<T> {
    if (this.#hasFailed) return withoutStore();
    try {
      return await store();
    } catch (error) {
      this.fail(error);
      return withoutStore();
    }
  }
}

/** Warns that the data of a page is not stored. */
function warnNotStored(reason: unknown): void {
  warn(`The data of the mock is not stored from now on, and will be lost with the page: ${errorMessage(reason)}`);
}
