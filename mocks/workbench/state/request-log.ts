import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { JournalEntry, JournalSummary } from '../../controls/journal-entry.ts';
import { type ControlClient, orIfMissing } from '../../remote/control-client.ts';
import { type Attempts, failedCalls, groupAttempts } from './attempts.ts';
import { latest } from './latest.ts';

/** The most requests in the list. The journal of the mock has no more by default. */
const maxRequests = 1_000;

/** Milliseconds from the last event that omits requests until the log reads them, and the most from the first. */
const catchUpDelay = 1_500;
const maxCatchUpDelay = 10_000;

/** A request that the page sent. */
type SentRequest = Pick<JournalSummary, 'method' | 'url' | 'status'>;

/** The requests that the mock received, newest first. */
export class RequestLog {
  readonly list: ReadonlySignal<readonly JournalSummary[]>;
  /** The same requests as calls with their attempts. */
  readonly calls: ReadonlySignal<readonly Attempts[]>;
  /** The last attempts of the calls that failed. */
  readonly errors: ReadonlySignal<readonly JournalSummary[]>;
  /** Whether the list stands still. The mock goes on. */
  readonly isPaused = signal(false);
  readonly #all = signal<readonly JournalSummary[]>([]);
  readonly #control: () => ControlClient;
  /** The requests that arrived since the list was last refreshed, newest first. A list may not have them yet. */
  #arrived: readonly JournalSummary[] = [];
  readonly #showList = latest(
    () => this.#readNewest(maxRequests),
    (list) => this.#setAll(this.#arrived, list),
  );
  /** Runs while requests are missing between those of the list. */
  #catchUpTimer: ReturnType<typeof setTimeout> | undefined;
  #catchUpBy = 0;
  readonly #generation = signal(0);
  /** Increases when another list takes the place of the list. Then ids may belong to other requests. */
  readonly generation: ReadonlySignal<number> = this.#generation;

  constructor(control: () => ControlClient) {
    this.#control = control;
    const list = signal<readonly JournalSummary[]>([]);
    effect(() => {
      if (!this.isPaused.value) list.value = this.#all.value;
    });
    this.list = list;
    this.calls = computed(() => groupAttempts(list.value));
    this.errors = computed(() => failedCalls(this.calls.value));
  }

  /** Reads the whole list. */
  async refresh(): Promise<void> {
    this.#generation.value += 1;
    this.#stopCatchUp();
    this.#arrived = [];
    await this.#showList();
  }

  /** Returns the newest requests of the mock, newest first. */
  async #readNewest(limit: number): Promise<readonly JournalSummary[]> {
    const { entries } = await this.#control().call('GET /journal', { query: { summary: true, limit } });
    return entries.filter((entry) => 'status' in entry).reverse();
  }

  /** Adds new requests, oldest first. `omitted` is the number of requests before them that are missing. */
  add(requests: readonly JournalSummary[], omitted: number): void {
    const added = requests.toReversed();
    this.#arrived = [...added, ...this.#arrived].slice(0, maxRequests);
    this.#setAll(added, this.#all.peek());
    if (omitted > 0) this.#scheduleCatchUp();
  }

  #scheduleCatchUp(): void {
    const now = performance.now();
    if (this.#catchUpTimer === undefined) this.#catchUpBy = now + maxCatchUpDelay;
    clearTimeout(this.#catchUpTimer);
    const delay = Math.max(0, Math.min(catchUpDelay, this.#catchUpBy - now));
    // Under load, reading all requests with each event would slow the mock down.
    this.#catchUpTimer = setTimeout(() => {
      this.#stopCatchUp();
      void this.#showList().catch(() => undefined);
    }, delay);
  }

  #stopCatchUp(): void {
    clearTimeout(this.#catchUpTimer);
    this.#catchUpTimer = undefined;
  }

  /** Shows a list and the requests that are newer, newest first. */
  #setAll(requests: readonly JournalSummary[], list: readonly JournalSummary[]): void {
    const newest = list[0]?.id ?? 0;
    this.#all.value = [...requests.filter(({ id }) => id > newest), ...list].slice(0, maxRequests);
  }

  /** Returns a request with its headers and bodies, or undefined if the journal no longer has it. */
  entry(id: number): Promise<JournalEntry | undefined> {
    return orIfMissing(() => this.#control().call('GET /journal/{id}', { params: { id: String(id) } }), undefined);
  }

  /** Returns the id of the newest request, or 0. The list may not have that request yet. */
  async newestId(): Promise<number> {
    const [newest] = await this.#readNewest(1);
    return newest?.id ?? 0;
  }

  /**
   * Returns the id of the first request with a method, a URL and a status after another request, or undefined. A
   * browser sends a request again if a fault breaks its connection, and only the last one gets the status.
   */
  async findAfter(id: number, { method, url, status }: SentRequest): Promise<number | undefined> {
    const sent = asSent(url);
    const requests = await this.#readNewest(maxRequests);
    const found = requests.filter((each) => each.id > id && each.method === method && each.url === sent);
    return (found.findLast((each) => each.status === status) ?? found.at(-1))?.id;
  }

  async clear(): Promise<void> {
    this.#stopCatchUp();
    await this.#showList(async () => {
      await this.#control().call('DELETE /journal');
      this.#arrived = [];
      this.#generation.value += 1;
      return [];
    });
    this.isPaused.value = false;
  }
}

/** Returns path and query as `fetch` sends them, with spaces escaped and dot segments removed. */
function asSent(url: string): string {
  const { pathname, search } = new URL(`http://mock/${url}`);
  return pathname.slice(1) + search;
}
