import { errorResponse, notFound } from '../../control-api/errors.ts';
import { describeSandbox, unknownSandbox } from '../../control-api/sandbox-routes.ts';
import { apiErrorResponse } from '../../shared/api-error-response.ts';
import { bearerToken, isSameToken } from '../../shared/bearer-token.ts';
import { HttpError, unauthorized } from '../../shared/http-error.ts';
import { json } from '../../shared/messages.ts';
import { randomToken } from '../../shared/random-token.ts';
import { Directory } from './directory.ts';
import { HostedSandbox, type HostedSandboxOptions } from './hosted-sandbox.ts';
import { type HostedLimits, resolveLimits } from './limits.ts';
import { type DurableObjectState, objectNamed, type WorkerEnvironment } from './platform.ts';
import { respond, respondWithError } from './respond.ts';

/** The name of the Durable Object that has the names of all others. No sandbox can have it. */
export const directoryName = ':directory';

/** The part of the `ttl` after which a use is stored. Storing every use would cost a write each. */
const usePrecision = 100;

/**
 * A Durable Object with one sandbox. Extend it to set the options of the sandboxes, and export the class.
 *
 * @example
 * ```ts
 * class SeededSandbox extends MockSandbox {
 *   static override readonly options = { seed: demo, limits: { rows: 1_000 } };
 * }
 * ```
 */
export class MockSandbox {
  /** The options of all sandboxes. */
  static readonly options: HostedSandboxOptions = {};
  readonly #state: DurableObjectState;
  readonly #environment: WorkerEnvironment;
  readonly #options: Omit<HostedSandboxOptions, 'limits'>;
  readonly #limits: HostedLimits;
  #opened: Promise<HostedSandbox | undefined> | undefined;
  #storedUse = 0;

  /** Called by the platform. */
  constructor(state: DurableObjectState, environment: WorkerEnvironment) {
    const { limits, ...options } = (this.constructor as typeof MockSandbox).options;
    this.#state = state;
    this.#environment = environment;
    this.#options = options;
    this.#limits = resolveLimits(limits);
  }

  /** Called by the Worker: with a request to the sandbox, or with one of the Worker's own, outside `/sandboxes/`. */
  async fetch(request: Request): Promise<Response> {
    try {
      const { pathname } = new URL(request.url);
      return pathname.startsWith('/sandboxes/') ? await this.#serve(request) : await this.#manage(request);
    } catch (error) {
      // The mock in memory may have changes that could not be stored. The next request loads the stored state.
      if (!(error instanceof HttpError) || error.status === 507) this.#opened = undefined;
      return respondWithError(error, request.method);
    }
  }

  /** Called by the platform, to delete the sandbox after its `ttl`. */
  async alarm(): Promise<void> {
    const record = this.#readRecord();
    if (!record) return;
    const expiresAt = record.lastUsedAt + this.#limits.ttl;
    if (expiresAt > Date.now()) {
      await this.#state.storage.setAlarm(expiresAt);
      return;
    }
    // If this fails, the platform calls the alarm again.
    const directory = objectNamed(this.#environment, directoryName);
    await directory.fetch(new Request(`https://directory/names/${record.name}`, { method: 'DELETE' }));
    await this.#delete();
  }

  async #serve(request: Request): Promise<Response> {
    const sandbox = await this.#open(new URL(request.url).origin);
    const [, , name = '', area] = new URL(request.url).pathname.split('/');
    if (!sandbox) {
      const error = unknownSandbox(name);
      return respond(area === '__mock' ? errorResponse(error) : apiErrorResponse(error), request.method);
    }
    this.#use();
    if (area !== '__mock') return sandbox.handle(request, this.#options.maxBodyBytes ?? 1024 * 1024);
    this.#authorize(request, sandbox.record.controlToken);
    return sandbox.control(request);
  }

  /** Handles a request of the Worker, which has checked the control token. */
  async #manage(request: Request): Promise<Response> {
    const { origin, pathname } = new URL(request.url);
    const [, action = '', name = ''] = pathname.split('/');
    const route = `${request.method} /${action}`;
    const storage = this.#state.storage;
    if (action === 'names') {
      const directory = new Directory(storage, this.#limits.sandboxes);
      if (request.method === 'POST') directory.add(name);
      if (request.method === 'DELETE') directory.remove(name);
      return respond(json(200, { names: directory.names() }), request.method);
    }
    if (route === 'POST /sandbox') await this.#create(origin, name, (await request.text()) || undefined);
    const sandbox = await this.#open(origin);
    if (!sandbox) throw notFound(`Sandbox ${name} not found`);
    if (request.method === 'DELETE') {
      await this.#delete();
      return respond(json(200, { deleted: true }), request.method);
    }
    const { mock, record } = sandbox;
    const description = describeSandbox({ ...record, mock }, `${origin}/sandboxes/${record.name}`);
    return respond(json(request.method === 'POST' ? 201 : 200, description), request.method);
  }

  /** @throws A {@link HttpError} with status 401 unless the request has the token of the sandbox or of the server. */
  #authorize(request: Request, controlToken: string): void {
    const token = bearerToken(request.headers.get('authorization'));
    if (isSameToken(token, controlToken) || isSameToken(token, this.#environment.CONTROL_TOKEN)) return;
    throw unauthorized('Control token: must be that of the sandbox or of the server, sent as Authorization: Bearer');
  }

  async #create(origin: string, name: string, token: string | undefined): Promise<void> {
    const { storage } = this.#state;
    if (this.#readRecord()) throw new HttpError(409, `sandbox "${name}": already exists`);
    const record = { name, controlToken: randomToken('mdcontrol') };
    try {
      this.#opened = HostedSandbox.open(storage, record, {
        options: this.#options,
        limits: this.#limits,
        origin,
        token,
      });
      await this.#opened;
      storage.sql.exec('CREATE TABLE sandbox (name TEXT, control_token TEXT, last_used_at INTEGER) STRICT');
      storage.sql.exec('INSERT INTO sandbox VALUES (?, ?, ?)', name, record.controlToken, Date.now());
      await storage.setAlarm(Date.now() + this.#limits.ttl);
    } catch (error) {
      await this.#delete();
      throw error;
    }
  }

  /** Returns the sandbox, or undefined if it was not created or was deleted. */
  #open(origin: string): Promise<HostedSandbox | undefined> {
    const record = this.#opened ? undefined : this.#readRecord();
    if (record) {
      const opened = HostedSandbox.open(this.#state.storage, record, {
        options: this.#options,
        limits: this.#limits,
        origin,
      });
      this.#opened = opened;
      opened.catch(() => {
        if (this.#opened === opened) this.#opened = undefined;
      });
    }
    return this.#opened ?? Promise.resolve(undefined);
  }

  async #delete(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    this.#opened = undefined;
    opened?.mock.reset();
    await opened?.mock.flush().catch(() => undefined);
    await this.#state.storage.deleteAlarm();
    await this.#state.storage.deleteAll();
  }

  #readRecord() {
    const { sql } = this.#state.storage;
    const [table] = sql.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'sandbox'");
    const [row] = table ? sql.exec('SELECT name, control_token, last_used_at FROM sandbox') : [];
    return (
      row && {
        name: String(row['name']),
        controlToken: String(row['control_token']),
        lastUsedAt: Number(row['last_used_at']),
      }
    );
  }

  #use(): void {
    const now = Date.now();
    if (now - this.#storedUse < this.#limits.ttl / usePrecision) return;
    this.#storedUse = now;
    this.#state.storage.sql.exec('UPDATE sandbox SET last_used_at = ?', now);
  }
}
