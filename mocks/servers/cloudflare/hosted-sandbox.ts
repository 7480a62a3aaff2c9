import { ControlApi } from '../../control-api/control-api.ts';
import { unknownSandbox } from '../../control-api/routes/sandboxes.ts';
import { createMock, type MockServer } from '../../engine/create-mock-server.ts';
import type { Engine } from '../../engine/engine.ts';
import { FetchRequest } from '../../engine/fetch.ts';
import type { MockServerOptions } from '../../engine/options.ts';
import { resolveOptions } from '../../engine/options.ts';
import { DurableObjectPersistence } from '../../persistence/durable-object.ts';
import { sandboxTokenProblem } from '../../sandboxes/sandbox-name.ts';
import { parseBaseUrl } from '../../shared/base-url.ts';
import { assertTokenLength, bearerToken } from '../../shared/bearer-token.ts';
import { HttpError } from '../../shared/http-error.ts';
import type { MockRequest } from '../../shared/http-messages.ts';
import type { AttachedPersistence } from '../../state/persistence.ts';
import { assertHostedFault, type HostedLimits, maxJournalEntries } from './hosted-limits.ts';
import type { DurableStorage } from './platform.ts';
import { readRequest } from './read-request.ts';
import { respond } from './respond.ts';

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

/** Restoring a snapshot sends all rows. */
const maxControlBytes = 16 * 1024 * 1024;

/** A sandbox in the memory of its Durable Object. */
export class HostedSandbox {
  readonly record: HostedRecord;
  readonly mock: MockServer;
  readonly #engine: Engine;
  readonly #attached: AttachedPersistence;
  readonly #control: ControlApi;
  /** The base URL as each client addresses the sandbox. That of the mock has the origin of any first request. */
  readonly #baseUrls = new WeakMap<MockRequest, string>();

  private constructor(record: HostedRecord, mock: MockServer, engine: Engine, attached: AttachedPersistence) {
    this.record = record;
    this.mock = mock;
    this.#engine = engine;
    this.#attached = attached;
    this.#control = new ControlApi(mock, {
      // The Durable Object has checked the token.
      authorize: () => undefined,
      assertToken: assertTokenLength,
      baseUrl: (request) => this.#baseUrls.get(request) ?? mock.baseUrl,
    });
  }

  /** Creates a sandbox, or restores the stored one. */
  static async open(
    storage: DurableStorage,
    record: HostedRecord,
    { options, limits, origin, token }: OpenOptions,
  ): Promise<HostedSandbox> {
    const baseUrl = `${origin}/sandboxes/${record.name}`;
    const { mock, engine } = createMock(resolveOptions({ ...options, baseUrl, journal: maxJournalEntries, token }), {
      assertFault: (fault) => assertHostedFault(fault, limits),
      logBytes: limits.bytes / 2,
      tokenProblem: sandboxTokenProblem,
      idStream: record.name,
    });
    const attached = await mock.persist(new DurableObjectPersistence(storage, limits));
    for (const warning of attached.warnings) console.warn(`sandbox "${record.name}": ${warning}`);
    return new HostedSandbox(record, mock, engine, attached);
  }

  get isClosed(): boolean {
    return this.#engine.isClosed;
  }

  /** Drops the calls in progress and all later ones. Changes that are not stored yet are lost. */
  close(): void {
    this.#engine.close(unknownSandbox(this.record.name));
    this.#attached.abandon();
    // Tells the readers of its events.
    this.mock.journal.clear();
  }

  /** Whether a call of the API has a valid token. */
  isAuthenticated(request: Request): boolean {
    return this.mock.tokens.has(bearerToken(request.headers.get('authorization')) ?? '');
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
    const received = new FetchRequest(new Request(url, read), undefined);
    this.#baseUrls.set(received, url.origin + path);
    const response = await this.#control.handle(received);
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
