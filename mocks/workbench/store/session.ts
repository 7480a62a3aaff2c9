import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { FaultEntry } from '../../controls/faults.ts';
import type { MockPolicies } from '../../controls/policies.ts';
import { ControlApiError, ControlClient } from '../../remote/control-client.ts';
import type { TableName } from '../../store/row-types.ts';
import { RequestLog } from './request-log.ts';

/** The state of a mock, in numbers. */
export interface MockState {
  readonly baseUrl: string;
  readonly workspace: string;
  readonly token?: string;
  readonly tables: Readonly<Record<TableName, number>>;
  readonly journal: number;
  readonly faults: number;
  readonly clock: string;
}

/**
 * - `connecting`: nothing is known yet
 * - `live`: changes arrive as they happen
 * - `lost`: the mock cannot be reached; the session tries again
 * - `denied`: the control API needs another token
 */
export type Connection = 'connecting' | 'live' | 'lost' | 'denied';

export interface SessionOptions {
  /** The URL of the control API, with a slash at the end. */
  readonly controlUrl: string;
  readonly controlToken?: string | undefined;
  /** Sends requests to the control API and to the API of the mock. */
  readonly fetch: typeof fetch;
  /** Called with a control token that the user entered. */
  readonly onToken?: ((token: string) => void) | undefined;
}

/** A row of any table. */
export type Row = Readonly<Record<string, unknown>>;

/** The longest wait between two attempts to connect, in milliseconds. */
const maxBackoff = 8_000;
const pollInterval = 1_000;

/** One mock, as signals that follow it. The pages read these signals and call the control API. */
export class Session {
  /** Sends requests to the control API. */
  control: ControlClient;
  readonly connection: ReadonlySignal<Connection>;
  readonly state: ReadonlySignal<MockState | undefined>;
  readonly faults: ReadonlySignal<readonly FaultEntry[]>;
  readonly policies: ReadonlySignal<MockPolicies | undefined>;
  readonly requests: RequestLog;
  /** Increases when records change. Effects that read it reload their rows. */
  readonly recordsVersion: ReadonlySignal<number>;
  readonly #controlUrl: string;
  readonly #fetch: typeof fetch;
  readonly #onToken: (token: string) => void;
  readonly #connection = signal<Connection>('connecting');
  readonly #state = signal<MockState | undefined>(undefined);
  readonly #faults = signal<readonly FaultEntry[]>([]);
  readonly #policies = signal<MockPolicies | undefined>(undefined);
  readonly #recordsVersion = signal(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor({ controlUrl, controlToken, fetch, onToken = () => undefined }: SessionOptions) {
    this.#controlUrl = controlUrl;
    this.#onToken = onToken;
    this.control = new ControlClient(controlUrl, controlToken, fetch);
    this.#fetch = fetch;
    this.connection = this.#connection;
    this.state = this.#state;
    this.faults = this.#faults;
    this.policies = this.#policies;
    this.recordsVersion = this.#recordsVersion;
    this.requests = new RequestLog(() => this.control);
  }

  /** Connects, and stays connected. Returns a function that stops this. */
  start(): () => void {
    let isStopped = false;
    const loop = async () => {
      await this.refresh();
      if (isStopped) return;
      const wait = this.#failures === 0 ? pollInterval : Math.min(maxBackoff, 500 * 2 ** this.#failures);
      this.#timer = setTimeout(() => void loop(), wait);
    };
    void loop();
    return () => {
      isStopped = true;
      clearTimeout(this.#timer);
    };
  }

  /** Reads everything that the mock holds, except records and the details of requests. Never rejects. */
  async refresh(): Promise<void> {
    try {
      const [state, { faults }, policies] = await Promise.all([
        this.control.get<MockState>('state'),
        this.control.get<{ faults: readonly FaultEntry[] }>('faults'),
        this.control.get<MockPolicies>('policies'),
      ]);
      await this.requests.refresh();
      batch(() => {
        this.#state.value = state;
        this.#faults.value = faults;
        this.#policies.value = policies;
        this.#connection.value = 'live';
        this.#recordsVersion.value += 1;
      });
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      const isDenied = error instanceof ControlApiError && (error.status === 401 || error.status === 403);
      this.#connection.value = isDenied ? 'denied' : 'lost';
    }
  }

  /** Uses another control token, and connects with it. */
  authenticate(token: string): void {
    this.control = new ControlClient(this.#controlUrl, token, this.#fetch);
    this.#onToken(token);
    void this.refresh();
  }

  async clearFaults(): Promise<void> {
    await this.control.delete('faults');
    await this.refresh();
  }

  /** Sets some policies. The others keep their values. */
  async setPolicies(changes: Partial<MockPolicies>): Promise<void> {
    await this.control.patch('policies', changes);
    await this.refresh();
  }

  /** Returns some rows of a table, to suggest them in a form. */
  async sampleRows(table: TableName, limit: number): Promise<readonly Row[]> {
    const { rows } = await this.control.post<{ rows: readonly Row[] }>(`db/${table}/query`, { limit });
    return rows;
  }

  /** Finds rows of any table by an id or a part of a text. */
  async search(text: string): Promise<readonly { readonly table: TableName; readonly row: Row }[]> {
    const { results } = await this.control.get<{ results: readonly { table: TableName; row: Row }[] }>('search', {
      query: { q: text },
    });
    return results;
  }

  /** Sends a request to the API with the token of the mock, unless `init` has another `authorization`. */
  send(path: string, init: RequestInit = {}): Promise<Response> {
    const { baseUrl = '', token } = this.#state.peek() ?? {};
    const headers = new Headers(init.headers);
    if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
    return this.#fetch(baseUrl + path, { ...init, headers });
  }
}
