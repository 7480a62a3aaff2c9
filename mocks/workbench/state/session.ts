import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { RowQuery } from '../../control-api/routes/query-rows.ts';
import type { ControlState } from '../../control-api/routes/state.ts';
import type { FaultEntry } from '../../controls/faults/mock-faults.ts';
import type { MockPolicies } from '../../controls/policies.ts';
import { ControlApiError, ControlClient } from '../../remote/control-client.ts';
import { type RemoteEvent, readEvents } from '../../remote/remote-events.ts';
import { clientHeader } from '../../shared/http-messages.ts';
import { sleep } from '../../shared/time.ts';
import type { Changes, TableName } from '../../store/row-types.ts';
import { type Clock, readClock } from './clock.ts';
import { latest } from './latest.ts';
import { Pacer } from './pacer.ts';
import { Polling } from './polling.ts';
import { RequestLog } from './request-log.ts';
import type { Connection, SessionOptions } from './session-options.ts';

/** Milliseconds to wait for events, first and after their stream was cut, before the session polls the mock. */
const connectDelay = 3_000;
const reconnectDelay = 1_500;

/** Milliseconds after which the session looks again for a mock that does not exist. */
const missingDelay = 5_000;

/** A row of any table. */
export type Row = Readonly<Record<string, unknown>>;

/** A row that a search found. */
export interface FoundRow {
  readonly table: TableName;
  readonly row: Row;
}

/** Tells whether the session is visible. */
type View = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/** One mock, as signals that follow it. The pages read these signals and call the control API. */
export class Session {
  readonly #connection = signal<Connection>('connecting');
  readonly #failure = signal<ControlApiError | undefined>(undefined);
  readonly #state = signal<ControlState | undefined>(undefined);
  readonly #faults = signal<readonly FaultEntry[]>([]);
  readonly #isVisible = signal(true);
  readonly #hasMock = signal(true);
  readonly #hasSandboxes = signal(false);
  readonly #policies = signal<MockPolicies | undefined>(undefined);
  readonly #clock = signal<Clock | undefined>(undefined);
  readonly #recordsVersion = signal(0);
  readonly #settingsVersion = signal(0);
  /** Sends requests to the control API. */
  control: ControlClient;
  readonly connection: ReadonlySignal<Connection> = this.#connection;
  /** The error of the connection, if it is lost or denied. */
  readonly failure: ReadonlySignal<ControlApiError | undefined> = this.#failure;
  readonly state: ReadonlySignal<ControlState | undefined> = this.#state;
  readonly faults: ReadonlySignal<readonly FaultEntry[]> = this.#faults;
  readonly policies: ReadonlySignal<MockPolicies | undefined> = this.#policies;
  /** The clock when the state was read. It goes on, unless it is stopped. */
  readonly clock: ReadonlySignal<Clock | undefined> = this.#clock;
  /** Whether someone can see the session. A session that is hidden does not follow its mock. */
  readonly isVisible: ReadonlySignal<boolean> = this.#isVisible;
  /** Whether there is a mock. A hosted Worker has only sandboxes. */
  readonly hasMock: ReadonlySignal<boolean> = this.#hasMock;
  /** Whether the server has sandboxes. */
  readonly hasSandboxes: ReadonlySignal<boolean> = this.#hasSandboxes;
  readonly requests = new RequestLog(() => this.control);
  /** Increases when records change. Effects that read it reload their rows. */
  readonly recordsVersion: ReadonlySignal<number> = this.#recordsVersion;
  /** Increases when settings or named snapshots change. Effects that read it reload the parts that have no signal. */
  readonly settingsVersion: ReadonlySignal<number> = this.#settingsVersion;
  /** Sends a request to the mock, even if it is in the page. */
  readonly fetch: typeof fetch;
  readonly #controlUrl: string;
  readonly #onToken: (token: string) => void;
  /** Returns the URL at which this page reaches a URL of the server. */
  readonly reachable: (url: string) => string;
  readonly #readState = latest(
    () => this.control.call('GET /state'),
    (state) => {
      const { clock: now, isClockStopped: isStopped, baseUrl } = state;
      batch(() => {
        this.#state.value = { ...state, baseUrl: this.reachable(baseUrl) };
        this.#clock.value = readClock({ now, milliseconds: Date.parse(now), isStopped });
      });
    },
  );
  /** Reads the settings, and the state, which contains the clock. */
  readonly #readSettings = latest(
    () => Promise.all([this.control.call('GET /faults'), this.control.call('GET /policies'), this.#readState()]),
    ([{ faults }, policies]) =>
      batch(() => {
        this.#faults.value = faults;
        this.#policies.value = policies;
        this.#settingsVersion.value += 1;
      }),
  );
  readonly #pacer = new Pacer(() => this.#reportChange());
  #events = new AbortController();
  /** The first reading of everything. It may fail. */
  #firstReading: Promise<unknown> = Promise.resolve();
  /** Reads everything while no events arrive. Some proxies hold them back, or cut their stream. */
  readonly #polling = new Polling(() => this.refresh());

  constructor({
    controlUrl,
    controlToken,
    fetch,
    onToken = () => undefined,
    reachable = (url) => url,
  }: SessionOptions) {
    this.#controlUrl = controlUrl;
    this.#onToken = onToken;
    this.reachable = reachable;
    this.fetch = fetch;
    this.control = this.#createControl(controlToken);
  }

  /**
   * Connects, and stays connected while the document is visible. Returns a function that stops this.
   *
   * @param view The document that shows the session. A window of the panel has one of its own.
   */
  start(view: View): () => void {
    const follow = () => {
      this.#isVisible.value = view.visibilityState !== 'hidden';
      // Connecting again reads everything.
      if (this.#isVisible.value) this.connect();
      else this.#events.abort();
    };
    follow();
    view.addEventListener('visibilitychange', follow);
    return () => {
      view.removeEventListener('visibilitychange', follow);
      this.#events.abort();
    };
  }

  /** Follows the events of the mock from now on, in place of an earlier connection or of the wait for the next one. */
  connect(): void {
    this.#events.abort();
    this.#events = new AbortController();
    void this.#follow(this.#events.signal);
  }

  async #follow(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#polling.stop());
    this.#polling.start(connectDelay);
    // Again when the events are open, which takes 0.4 s on a slow network. They decide what a failure means.
    this.#firstReading = this.#readAll().then(
      () => {
        if (this.#connection.peek() === 'connecting') this.#connection.value = 'live';
      },
      () => undefined,
    );
    try {
      for await (const event of readEvents(this.control, { signal })) await this.#handle(event);
    } catch (error) {
      if (signal.aborted) return;
      this.#polling.stop();
      const hasEvents = !(error instanceof ControlApiError && error.status === 404);
      if (hasEvents) return this.#fail(error);
      await this.#read(this.#readPaths());
      if (this.#connection.peek() !== 'lost') return;
      // The sandbox does not exist. Another program may create it again.
      await sleep(missingDelay, signal);
      if (!signal.aborted) this.connect();
    }
  }

  async #handle(event: RemoteEvent): Promise<void> {
    switch (event.type) {
      case 'open':
        this.#polling.stop();
        // On a slow network, the page must not wait for the second reading.
        await this.#firstReading;
        return this.refresh();
      case 'reset':
        return this.refresh();
      case 'lost':
        // The next attempt is likely to succeed if only the stream was cut.
        this.#polling.start(reconnectDelay);
        return;
      case 'request':
        this.requests.add(event.requests, event.omitted);
        return;
      case 'change':
        this.#pacer.changed();
        return;
      case 'settings':
        return this.#read(this.#readSettings());
    }
  }

  /** Lets the pages read the records again. */
  #reportChange(): void {
    this.#recordsVersion.value += 1;
    void this.#read(this.#readState());
  }

  /** Reads everything that the mock holds, except records and the details of requests. Never rejects. */
  refresh(): Promise<void> {
    return this.#read(this.#readAll());
  }

  async #readAll(): Promise<void> {
    // With the events, these are as many requests as browsers have connections to a server.
    await Promise.all([this.#readSettings(), this.requests.refresh(), this.#readPaths()]);
    this.#recordsVersion.value += 1;
  }

  async #readPaths(): Promise<void> {
    const { paths } = await this.control.call('GET /');
    batch(() => {
      this.#hasMock.value = paths.includes('GET /__mock/events');
      this.#hasSandboxes.value = paths.includes('POST /__mock/sandboxes');
    });
  }

  async #read(reading: Promise<unknown>): Promise<void> {
    try {
      await reading;
      this.#connection.value = 'live';
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    const isDenied = error instanceof ControlApiError && (error.status === 401 || error.status === 403);
    batch(() => {
      this.#connection.value = isDenied ? 'denied' : 'lost';
      this.#failure.value = error instanceof ControlApiError ? error : undefined;
    });
  }

  /** Creates a client whose requests the server leaves out of its log. They are not requests of the user. */
  #createControl(token: string | undefined): ControlClient {
    // Headers cannot contain other characters, so the mock will ask for another token.
    const sent = token !== undefined && /^[!-~]+$/.test(token) ? token : undefined;
    const { fetch } = this;
    return new ControlClient(this.#controlUrl, sent, (input, init) =>
      this.#pacer.measure(() => fetch(input, { ...init, headers: { ...init?.headers, [clientHeader]: 'workbench' } })),
    );
  }

  /** Uses another control token, and connects with it. */
  authenticate(token: string): void {
    this.control = this.#createControl(token);
    this.#onToken(token);
    this.connect();
  }

  /** Lets the clock follow the system time again. */
  async resumeClock(): Promise<void> {
    await this.control.call('POST /clock', { body: { resume: true } });
    await this.refresh();
  }

  async clearFaults(): Promise<void> {
    await this.control.call('DELETE /faults');
    await this.refresh();
  }

  /** Sets some policies. The others keep their values. */
  async setPolicies(changes: Changes<MockPolicies>): Promise<void> {
    await this.control.call('PATCH /policies', { body: changes });
    await this.refresh();
  }

  /** Returns the rows of a table that match a query. */
  async queryRows(table: TableName, query: RowQuery<Row>): Promise<readonly Row[]> {
    return (await this.control.call('POST /db/{table}/query', { params: { table }, body: query })).rows;
  }

  /** Finds rows of any table by an id or a part of a text. There may be more rows than those in the results. */
  search(text: string): Promise<{ readonly results: readonly FoundRow[]; readonly isTruncated: boolean }> {
    return this.control.call('GET /search', { query: { q: text } });
  }

  /** Sends a request to the API with the token of the mock, unless `init` has another `authorization`. */
  send(path: string, init: RequestInit = {}): Promise<Response> {
    const { baseUrl = '', token } = this.#state.peek() ?? {};
    const headers = new Headers(init.headers);
    if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
    const { fetch } = this;
    return fetch(baseUrl + path, { ...init, headers });
  }
}
