import { type ReadonlySignal, signal } from '@preact/signals';
import type { JournalEntry } from '../../controls/journal-entry.ts';
import type { ControlClient } from '../../remote/control-client.ts';

/** A request in the list. */
export type RequestSummary = Pick<
  JournalEntry,
  'id' | 'time' | 'duration' | 'method' | 'url' | 'operation' | 'fault' | 'workspace'
> & { readonly status: number };

/** The most requests in the list. The journal of the mock has no more by default. */
const maxRequests = 1_000;

/** The requests that the mock received, newest first. */
export class RequestLog {
  readonly list: ReadonlySignal<readonly RequestSummary[]>;
  /** Whether the list stands still. The mock goes on. */
  readonly isPaused = signal(false);
  readonly #list = signal<readonly RequestSummary[]>([]);
  readonly #control: () => ControlClient;
  #entries: readonly JournalEntry[] = [];

  constructor(control: () => ControlClient) {
    this.#control = control;
    this.list = this.#list;
  }

  async refresh(): Promise<void> {
    const { entries } = await this.#control().get<{ entries: readonly JournalEntry[] }>('journal', {
      query: { limit: maxRequests },
    });
    this.#entries = entries;
    if (!this.isPaused.peek()) this.#list.value = entries.map(toSummary).reverse();
  }

  /** Returns a request with its headers and bodies, or undefined if the journal no longer has it. */
  async entry(id: number): Promise<JournalEntry | undefined> {
    return this.#entries.find((entry) => entry.id === id);
  }

  /** Returns the requests as an HTTP archive. */
  har(): Promise<unknown> {
    return this.#control().get('journal.har');
  }

  /** Resolves with the id of the first request after another one, or with undefined if none arrives. */
  async waitForNewer(id: number): Promise<number | undefined> {
    const deadline = Date.now() + 5_000;
    while (Date.now() < deadline) {
      const newer = this.#list.peek().findLast((each) => each.id > id);
      if (newer) return newer.id;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return undefined;
  }

  async clear(): Promise<void> {
    await this.#control().delete('journal');
    this.#list.value = [];
  }
}

function toSummary(entry: JournalEntry): RequestSummary {
  const { id, time, duration, method, url, operation, fault, workspace, response } = entry;
  return { id, time, duration, method, url, operation, fault, workspace, status: response.status };
}
