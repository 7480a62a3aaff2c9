import { createStore, del, get, promisifyRequest } from 'idb-keyval';
import { readSnapshot } from '../controls/snapshot.ts';
import type { MockServer } from '../engine/create-mock-server.ts';

type SyncMessage = 'written' | 'cleared';

const database = createStore('masterdata-mock', 'snapshots');

/**
 * Stores the state of a mock in IndexedDB under a name, and synchronizes it between tabs. The stored state always comes
 * from one tab: if two tabs write at once, the last write wins in both.
 */
export class IndexedDbPersistence {
  readonly #mock: MockServer;
  readonly #name: string;
  #channel: BroadcastChannel | undefined;
  #currentWrite: Promise<void> = Promise.resolve();
  /** The write that follows the current one, if there are changes that the current one lacks. */
  #nextWrite: Promise<void> | undefined;
  /** The number of changes made by this tab. */
  #changes = 0;
  /** Changes that come from the store are not written back. */
  #isApplying = false;
  #dispose: () => void = () => undefined;

  constructor(mock: MockServer, name: string) {
    this.#mock = mock;
    this.#name = name;
  }

  /** The mock's `fetch`. Responds once the changes of the call are stored, because a page may unload right after. */
  readonly fetch: MockServer['fetch'] = async (input, init) => {
    try {
      return await this.#mock.fetch(input, init);
    } finally {
      await this.#flushed();
    }
  };

  /** Restores the stored state, then keeps the mock and the store in sync. */
  async open(): Promise<void> {
    const channel = new BroadcastChannel(`masterdata-mock:${this.#name}`);
    channel.onmessage = ({ data }: MessageEvent<SyncMessage>) => this.#onMessage(data);
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('pagehide', () => void (this.#nextWrite && this.#write()), { signal });
    // A page in the back/forward cache receives no messages from other tabs.
    addEventListener('pageshow', ({ persisted }) => void (persisted && this.#load()), { signal });
    await this.#load(this.#mock.token);
    const stop = this.#mock.onChange(() => this.#scheduleWrite());
    this.#channel = channel;
    this.#dispose = () => {
      stop();
      listening.abort();
      channel.close();
    };
  }

  /** Writes pending changes, then stops following the mock. */
  async close(): Promise<void> {
    await this.#flushed();
    this.#dispose();
  }

  /** Deletes the stored state. The mocks of other tabs are reset. */
  async clear(): Promise<void> {
    await this.#flushed();
    await del(this.#name, database);
    this.#broadcast('cleared');
  }

  /** Changes made synchronously, or during a write, share the next write. */
  #scheduleWrite(): void {
    if (this.#isApplying) return;
    this.#changes += 1;
    this.#nextWrite ??= this.#currentWrite.then(() => {
      this.#nextWrite = undefined;
      this.#currentWrite = this.#write();
      return this.#currentWrite;
    });
  }

  #flushed(): Promise<void> {
    return this.#nextWrite ?? this.#currentWrite;
  }

  async #write(): Promise<void> {
    const snapshot = this.#mock.snapshot({ tokens: true }).toJSON();
    try {
      await database('readwrite', (store) => {
        store.put(snapshot, this.#name);
        // Commit explicitly: an unloading page may not run the code that would auto-commit.
        store.transaction.commit();
        return promisifyRequest(store.transaction);
      });
      this.#broadcast('written');
    } catch (error) {
      reportError('the data could not be stored and will be lost when the page is closed', error);
    }
  }

  #broadcast(message: SyncMessage): void {
    this.#channel?.postMessage(message);
  }

  #onMessage(message: SyncMessage): void {
    if (message === 'written') void this.#load();
    else this.#applyRemote(() => this.#mock.reset());
  }

  /** Restores the stored state. If a token is given, state of a mock with another token is deleted. */
  async #load(token?: string): Promise<void> {
    const changes = this.#changes;
    try {
      const stored: unknown = await get(this.#name, database);
      // If this tab has changed meanwhile, its write comes later and wins.
      if (stored === undefined || this.#nextWrite || this.#changes !== changes) return;
      const reason = this.#restore(stored, token);
      if (reason === undefined) return;
      reportError(`the stored data of "${this.#name}" cannot be used and was deleted`, reason);
      await del(this.#name, database);
    } catch (error) {
      reportError('the stored data could not be read', error);
    }
  }

  /** Restores stored state, or returns the reason why it cannot. */
  #restore(stored: unknown, token: string | undefined): unknown {
    try {
      const snapshot = readSnapshot(stored);
      if (token !== undefined && snapshot.token !== token) return 'it belongs to a mock with another token';
      this.#applyRemote(() => this.#mock.restore(snapshot, { keepCalls: true }));
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #applyRemote(change: () => void): void {
    this.#isApplying = true;
    try {
      change();
    } finally {
      this.#isApplying = false;
    }
  }
}

function reportError(what: string, reason: unknown): void {
  console.error(`[masterdata-sdk] ${what}: ${reason instanceof Error ? reason.message : String(reason)}`);
}
