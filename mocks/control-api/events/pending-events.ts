import type { MockServer } from '../../engine/create-mock-server.ts';
import { isTable } from '../../state/hidden-tables.ts';
import type { Change, RecordKey } from '../../state/persistence.ts';
import { type ChangedSetting, changedSettings, type MockEvent, type RowChange } from './mock-event.ts';

/** The largest numbers of requests and rows in an event. */
const maxRequests = 100;
const maxRows = 200;

const reportedSettings: ReadonlySet<string> = new Set(changedSettings);

/** Collects what happens in a mock, until it is taken as events. */
export class PendingEvents {
  readonly #mock: MockServer;
  readonly #onPending: () => void;
  #isReset = false;
  /** The number of requests. The newest entries of the journal describe them. */
  #requests = 0;
  /** The first changed rows by table and id. Under load, counting the others is all that the mock has time for. */
  readonly #rows = new Map<string, RowChange>();
  #omittedChanges = 0;
  readonly #settings = new Set<ChangedSetting>();

  /** @param onPending Called when something has happened. */
  constructor(mock: MockServer, onPending: () => void) {
    this.#mock = mock;
    this.#onPending = onPending;
  }

  /** Listens to the mock. Returns a function that stops this. */
  observe(): () => void {
    const mock = this.#mock;
    const stops = [
      mock.onChange((change) => this.#addChange(change)),
      mock.journal.subscribe({
        onEntry: () => this.#addRequest(),
        onClear: () => this.#reset(),
      }),
      mock.faults.onWaiting(() => this.addSetting('faults')),
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
      events.push({ type: 'change', rows: [...this.#rows.values()], omitted: this.#omittedChanges });
    }
    if (this.#settings.size > 0) events.push({ type: 'settings', names: [...this.#settings].sort() });
    // Described only now: of many requests, an event reports the last.
    const requests = this.#mock.journal.summaries({ limit: Math.min(this.#requests, maxRequests) });
    if (requests.length > 0) {
      events.push({ type: 'request', requests, omitted: this.#requests - requests.length });
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
    if (!isTable(collection)) {
      // A token is a secret: the event says only that some token has changed.
      const name = collection === 'settings' ? key : collection;
      if (reportedSettings.has(name)) this.#settings.add(name as ChangedSetting);
    } else if (this.#rows.size === maxRows) this.#omittedChanges += 1;
    else this.#rows.set(`${collection} ${key}`, { table: collection, id: key, kind });
  }

  #addRequest(): void {
    this.#requests += 1;
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
    this.#requests = 0;
    this.#rows.clear();
    this.#omittedChanges = 0;
    this.#settings.clear();
  }
}
