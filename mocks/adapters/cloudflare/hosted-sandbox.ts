import { ControlApi } from '../../control-api/control-api.ts';
import { parseFault } from '../../controls/fault-schema.ts';
import { readSavedFaults } from '../../controls/faults.ts';
import { createMockServer, type MockServer, type MockServerOptions } from '../../engine/create-mock-server.ts';
import { FetchRequest } from '../../engine/fetch.ts';
import { DurableObjectPersistence } from '../../persistence/durable-object.ts';
import { parseBaseUrl } from '../../shared/base-url.ts';
import { HttpError } from '../../shared/http-error.ts';
import { assertHostedFault, type HostedLimits } from './limits.ts';
import type { DurableStorage } from './platform.ts';
import { readRequest, respond } from './respond.ts';

/** Options of hosted sandboxes: those of a mock, and limits. */
export interface HostedSandboxOptions extends Omit<MockServerOptions, 'baseUrl' | 'token' | 'journal'> {
  /** Limits of each sandbox, and of their number. */
  readonly limits?: Partial<HostedLimits> | undefined;
}

/** The facts about a sandbox that are not part of its mock. */
export interface HostedRecord {
  readonly name: string;
  readonly controlToken: string;
}

/** The journal is in memory, and a Durable Object has 128 MB. */
const journalEntries = 100;

/** Restoring a snapshot sends all rows. */
const maxControlBytes = 16 * 1024 * 1024;

/** A sandbox in the memory of its Durable Object. */
export class HostedSandbox {
  readonly record: HostedRecord;
  readonly mock: MockServer;
  readonly #control: ControlApi;

  private constructor(record: HostedRecord, mock: MockServer, limits: HostedLimits) {
    this.record = record;
    this.mock = mock;
    this.#control = new ControlApi(withHostedFaults(mock, limits), {
      // The Durable Object has checked the token.
      authorize: () => undefined,
      baseUrl: () => mock.baseUrl,
    });
  }

  /** Creates a sandbox, or restores the stored one. */
  static async open(
    storage: DurableStorage,
    record: HostedRecord,
    { options, limits, origin, token }: OpenOptions,
  ): Promise<HostedSandbox> {
    const mock = createMockServer({
      ...options,
      baseUrl: `${origin}/sandboxes/${record.name}`,
      journal: journalEntries,
      token,
    });
    await mock.persist(new DurableObjectPersistence(storage, limits));
    return new HostedSandbox(record, mock, limits);
  }

  /** Handles a call of the API. */
  async handle(request: Request, maxBytes: number): Promise<Response> {
    const read = await readRequest(request, maxBytes).catch((error: unknown) => {
      if (error instanceof HttpError) return undefined;
      throw error;
    });
    // The mock itself rejects a body that is too large, and writes it to the journal.
    const received = read ?? withBody(request, ' '.repeat(maxBytes + 1));
    const { response } = await this.mock.handle(new FetchRequest(received, undefined));
    return respond(response, request.method);
  }

  /**
   * Handles a request to the control API.
   *
   * @throws An Error if a change could not be stored. The mock then differs from the stored one.
   */
  async control(request: Request): Promise<Response> {
    const { path } = parseBaseUrl(this.mock.baseUrl);
    const read = await readRequest(request, maxControlBytes);
    const url = new URL(request.url);
    url.pathname = url.pathname.slice(path.length);
    const response = await this.#control.handle(new FetchRequest(new Request(url, read), undefined));
    await this.mock.flush();
    return respond(response, request.method);
  }
}

interface OpenOptions {
  readonly options: HostedSandboxOptions;
  readonly limits: HostedLimits;
  /** The origin that clients address. */
  readonly origin: string;
  /** The token of a new sandbox. Default: generated. */
  readonly token?: string | undefined;
}

function withBody({ url, method, headers, signal }: Request, body: string): Request {
  return new Request(url, { method, headers, signal, body });
}

/** Returns the mock with a check of the faults that clients add or restore. */
function withHostedFaults(mock: MockServer, limits: HostedLimits): MockServer {
  const { faults } = mock;
  const checked: MockServer['faults'] = {
    add(fault) {
      if (typeof fault !== 'string') assertHostedFault(parseFault(fault), limits);
      return faults.add(fault);
    },
    hold: (on, scope) => {
      assertHostedFault({ ...scope, on, hold: true }, limits);
      return faults.hold(on, scope);
    },
    reached: (...args) => faults.reached(...args),
    remove: (id) => faults.remove(id),
    clear: () => faults.clear(),
    list: () => faults.list(),
    onWaiting: (listener) => faults.onWaiting(listener),
  };
  const restore: MockServer['restore'] = (snapshot, restoreOptions) => {
    if (snapshot.settings)
      for (const fault of readSavedFaults(snapshot.settings.faults)) assertHostedFault(fault, limits);
    mock.restore(snapshot, restoreOptions);
  };
  return Object.create(mock, { faults: { value: checked }, restore: { value: restore } }) as MockServer;
}
