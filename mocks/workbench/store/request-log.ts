import { batch, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { JournalEntry, JournalSummary } from '../../controls/journal-entry.ts';
import { ControlApiError, type ControlClient } from '../../remote/control-client.ts';

/** A request in the list. */
export type RequestSummary = JournalSummary;

/** The most requests in the list. The journal of the mock has no more by default. */
const maxRequests = 1_000;

/** Milliseconds until the log reads the list again, if there are more requests than the events report. */
const catchUpDelay = 2_000;

/** Milliseconds to wait for a request that was sent from this page. */
const maxWait = 10_000;

/** The requests that the mock received, newest first. */
export class RequestLog {
  readonly list: ReadonlySignal<readonly RequestSummary[]>;
  /** Whether the list stands still. The mock goes on. */
  readonly isPaused = signal(false);
  readonly #all = signal<readonly RequestSummary[]>([]);
  readonly #control: () => ControlClient;
  /** Runs while requests are missing between those of the list. */
  #catchUpTimer: ReturnType<typeof setTimeout> | undefined;
  /** Changes when the list is replaced. A list that was requested before is then out of date. */
  #generation = 0;

  constructor(control: () => ControlClient) {
    this.#control = control;
    const list = signal<readonly RequestSummary[]>([]);
    effect(() => {
      if (!this.isPaused.value) list.value = this.#all.value;
    });
    this.list = list;
  }

  /** Reads the whole list. */
  async refresh(): Promise<void> {
    this.#generation += 1;
    clearTimeout(this.#catchUpTimer);
    this.#catchUpTimer = undefined;
    this.#all.value = await this.#readNewest();
  }

  /** Returns the requests of the mock, newest first. */
  async #readNewest(): Promise<readonly RequestSummary[]> {
    const query = { summary: true, limit: maxRequests };
    const { entries } = await this.#control().get<{ entries: readonly RequestSummary[] }>('journal', { query });
    return entries.toReversed();
  }

  /** Adds new requests, oldest first. `omitted` is the number of requests before them that are missing. */
  add(requests: readonly RequestSummary[], omitted: number): void {
    this.#prepend(requests.toReversed());
    if (omitted > 0) this.#catchUpTimer ??= setTimeout(() => void this.#catchUp().catch(() => undefined), catchUpDelay);
  }

  /** Adds requests that are newer than the list, newest first. */
  #prepend(requests: readonly RequestSummary[], list = this.#all.peek()): void {
    const newest = list[0]?.id ?? 0;
    this.#all.value = [...requests.filter(({ id }) => id > newest), ...list].slice(0, maxRequests);
  }

  /** Reads the missing requests. Under load, reading all of them with each event would slow the mock down. */
  async #catchUp(): Promise<void> {
    this.#catchUpTimer = undefined;
    const generation = this.#generation;
    const list = await this.#readNewest();
    // Requests may have arrived in the meantime.
    if (generation === this.#generation) this.#prepend(this.#all.peek(), list);
  }

  /** Returns a request with its headers and bodies, or undefined if the journal no longer has it. */
  async entry(id: number): Promise<JournalEntry | undefined> {
    try {
      return await this.#control().get<JournalEntry>(`journal/${id}`);
    } catch (error) {
      if (error instanceof ControlApiError && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Returns the requests as an HTTP archive. */
  har(): Promise<unknown> {
    return this.#control().get('journal.har');
  }

  /** Resolves with the id of the first request after another one, or with undefined if none arrives. */
  waitForNewer(id: number): Promise<number | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(undefined), maxWait);
      const stop = effect(() => {
        const newer = this.#all.value.findLast((each) => each.id > id);
        // Not at once: the effect has no name yet.
        if (newer) queueMicrotask(() => end(newer.id));
      });
      const end = (found: number | undefined) => {
        clearTimeout(timer);
        stop();
        resolve(found);
      };
    });
  }

  async clear(): Promise<void> {
    await this.#control().delete('journal');
    this.#generation += 1;
    batch(() => {
      this.#all.value = [];
      this.isPaused.value = false;
    });
  }
}
