import type { JournalSummary } from '../../controls/journal-entry.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import type { Change, RecordKey } from '../../engine/persistence.ts';
import { isTableName } from '../../store/metadata.ts';
import type { ChangedSetting, MockEvent, RowChange } from './messages.ts';

/** The largest numbers of requests and rows in an event. */
const maxRequests = 100;
const maxRows = 200;

const reportedSettings: ReadonlySet<string> = new Set<ChangedSetting>(['clock', 'faults', 'policies', 'rateLimits']);

/** Collects what happens in a mock, until it is taken as events. */
export class EventCollector {
  readonly #onPending: () => void;
  #isReset = false;
  #requests: JournalSummary[] = [];
  #omittedRequests = 0;
  readonly #rows = new Map<string, RowChange>();
  readonly #omittedRows = new Set<string>();
  readonly #settings = new Set<ChangedSetting>();

  /** @param onPending Called when something has happened. */
  constructor(onPending: () => void) {
    this.#onPending = onPending;
  }

  /** Listens to a mock. Returns a function that stops this. */
  observe(mock: MockServer): () => void {
    const stops = [
      mock.onChange((change) => this.#addChange(change)),
      mock.journal.subscribe({
        onEntry: (summary) => this.#addRequest(summary),
        onClear: () => this.#reset(),
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  addSetting(name: ChangedSetting): void {
    this.#settings.add(name);
    this.#onPending();
  }

  /** Returns the events since the last call. */
  take(): readonly MockEvent[] {
    const events: MockEvent[] = [];
    if (this.#isReset) events.push({ type: 'reset' });
    if (this.#rows.size > 0) {
      events.push({ type: 'change', rows: [...this.#rows.values()], omitted: this.#omittedRows.size });
    }
    if (this.#settings.size > 0) events.push({ type: 'settings', names: [...this.#settings].sort() });
    if (this.#requests.length > 0) {
      events.push({ type: 'request', requests: this.#requests, omitted: this.#omittedRequests });
    }
    this.#clear();
    return events;
  }

  #addChange({ written, deleted }: Change): void {
    for (const record of written) this.#addRecord(record, 'written');
    for (const record of deleted) this.#addRecord(record, 'deleted');
    this.#onPending();
  }

  #addRecord({ collection, key }: RecordKey, kind: RowChange['kind']): void {
    if (!isTableName(collection)) {
      // A token is a secret: the event says only that some token has changed.
      const name = collection === 'tokens' ? collection : key;
      if (name === 'tokens' || reportedSettings.has(name)) this.#settings.add(name as ChangedSetting);
      return;
    }
    const row = `${collection} ${key}`;
    if (this.#rows.size < maxRows || this.#rows.has(row)) this.#rows.set(row, { table: collection, id: key, kind });
    else this.#omittedRows.add(row);
  }

  #addRequest(summary: JournalSummary): void {
    this.#requests.push(summary);
    // Removing them one by one would take too long under load.
    if (this.#requests.length >= 2 * maxRequests) {
      this.#omittedRequests += maxRequests;
      this.#requests = this.#requests.slice(maxRequests);
    }
    this.#onPending();
  }

  /** Forgets what happened before: clients read everything again. */
  #reset(): void {
    this.#clear();
    this.#isReset = true;
    this.#onPending();
  }

  #clear(): void {
    this.#isReset = false;
    this.#requests = [];
    this.#omittedRequests = 0;
    this.#rows.clear();
    this.#omittedRows.clear();
    this.#settings.clear();
  }
}
