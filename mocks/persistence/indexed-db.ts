/** The data of a mock in IndexedDB: it outlives the page, and is the same in all tabs. */
import { createStore, del, get, promisifyRequest } from 'idb-keyval';
import { readSnapshot } from '../controls/snapshot.ts';
import type { MockServer } from '../engine/create-mock-server.ts';

/** What a tab tells the others. */
type Notice = 'written' | 'cleared';

const database = createStore('masterdata-mock', 'snapshots');

/**
 * Keeps the data of one mock under a name. What is stored is always one tab's whole state, never a mixture of two:
 * where two tabs write at once, the later replaces the earlier, in both.
 */
export class IndexedDbPersistence {
  readonly #mock: MockServer;
  readonly #name: string;
  #channel: BroadcastChannel | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** The write that comes after, while there is a change that is not written. */
  #next: Promise<void> | undefined;
  /** How many changes this tab has made by itself. */
  #changes = 0;
  /** What comes out of the store need not go back. */
  #isTaking = false;
  #letGo: () => void = () => undefined;

  constructor(mock: MockServer, name: string) {
    this.#mock = mock;
    this.#name = name;
  }

  /** The mock, answering once what a call has changed is stored: a page may be left right after. */
  readonly fetch: MockServer['fetch'] = async (input, init) => {
    try {
      return await this.#mock.fetch(input, init);
    } finally {
      await this.#settled();
    }
  };

  /** Takes over what is stored, and from now on keeps the mock and the store alike. */
  async open(): Promise<void> {
    const channel = new BroadcastChannel(`masterdata-mock:${this.#name}`);
    channel.onmessage = ({ data }: MessageEvent<Notice>) => this.#follow(data);
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('pagehide', () => void (this.#next && this.#write()), { signal });
    // A page that the browser kept aside has missed what the others did.
    addEventListener('pageshow', ({ persisted }) => void (persisted && this.#load()), { signal });
    await this.#load(this.#mock.token);
    const stop = this.#mock.onChange(() => this.#schedule());
    this.#channel = channel;
    this.#letGo = () => {
      stop();
      listening.abort();
      channel.close();
    };
  }

  /** Lets go of the mock, once everything is stored. */
  async close(): Promise<void> {
    await this.#settled();
    this.#letGo();
  }

  /** Empties the store. The mocks of other tabs are reset. */
  async clear(): Promise<void> {
    await this.#settled();
    await del(this.#name, database);
    this.#tell('cleared');
  }

  /** Changes that are made in one go, or while others are being written, are written together. */
  #schedule(): void {
    if (this.#isTaking) return;
    this.#changes += 1;
    this.#next ??= this.#writing.then(() => {
      this.#next = undefined;
      this.#writing = this.#write();
      return this.#writing;
    });
  }

  #settled(): Promise<void> {
    return this.#next ?? this.#writing;
  }

  async #write(): Promise<void> {
    const snapshot = this.#mock.snapshot().toJSON();
    try {
      await database('readwrite', (store) => {
        store.put(snapshot, this.#name);
        // In a page that is being left, nobody is there to see that there is nothing more to come.
        store.transaction.commit();
        return promisifyRequest(store.transaction);
      });
      this.#tell('written');
    } catch (error) {
      complain('the data could not be stored, and will be gone with this page', error);
    }
  }

  #tell(notice: Notice): void {
    this.#channel?.postMessage(notice);
  }

  #follow(notice: Notice): void {
    if (notice === 'written') void this.#load();
    else this.#take(() => this.#mock.reset());
  }

  /** Takes over what is stored, by a mock with this token if one is given, or drops it. */
  async #load(token?: string): Promise<void> {
    const changes = this.#changes;
    try {
      const stored: unknown = await get(this.#name, database);
      // With a change of its own that is written after what was read here, this tab is the later one.
      if (stored === undefined || this.#next || this.#changes !== changes) return;
      const reason = this.#restore(stored, token);
      if (reason === undefined) return;
      complain(`what was kept as "${this.#name}" cannot be used and is dropped`, reason);
      await del(this.#name, database);
    } catch (error) {
      complain('the data that was kept could not be read', error);
    }
  }

  /** Restores what was stored, or returns why it cannot. */
  #restore(stored: unknown, token: string | undefined): unknown {
    try {
      const snapshot = readSnapshot(stored);
      if (token !== undefined && snapshot.token !== token) return 'it belongs to a mock with another token';
      this.#take(() => this.#mock.restore(snapshot));
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #take(change: () => void): void {
    this.#isTaking = true;
    try {
      change();
    } finally {
      this.#isTaking = false;
    }
  }
}

function complain(what: string, reason: unknown): void {
  console.error(`[masterdata-mock] ${what}: ${reason instanceof Error ? reason.message : String(reason)}`);
}
