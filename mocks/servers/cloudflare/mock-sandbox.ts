import { notFound } from '../../control-api/errors.ts';
import { describeSandbox } from '../../control-api/routes/sandboxes.ts';
import { Locks } from '../../sandboxes/locks.ts';
import { HttpError } from '../../shared/http-error.ts';
import { json } from '../../shared/http-messages.ts';
import { randomToken } from '../../shared/random.ts';
import { authorizeControl } from './access.ts';
import { type HostedLimits, resolveLimits } from './hosted-limits.ts';
import { HostedSandbox, type HostedSandboxOptions } from './hosted-sandbox.ts';
import type { DurableObjectState, WorkerEnvironment } from './platform.ts';
import { respond, respondUnknown, respondWithError } from './respond.ts';
import { Directory, requestDirectory } from './sandbox-directory.ts';

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
  readonly #locks = new Locks();
  #opened: Promise<HostedSandbox> | undefined;
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
      if (!(error instanceof HttpError) || error.status === 507) this.#unload();
      return respondWithError(error, request);
    }
  }

  /** Called by the platform, to delete the sandbox after its `ttl`. */
  alarm(): Promise<void> {
    return this.#exclusively(async () => {
      const record = this.#readRecord();
      if (!record) return;
      const expiresAt = record.lastUsedAt + this.#limits.ttl;
      // If the deletion fails, the platform calls the alarm again.
      if (expiresAt > Date.now()) await this.#state.storage.setAlarm(expiresAt);
      else await this.#delete(record.name);
    });
  }

  async #serve(request: Request): Promise<Response> {
    const sandbox = await this.#open(new URL(request.url).origin);
    if (!sandbox || sandbox.isClosed) return respondUnknown();
    const [, , , area] = new URL(request.url).pathname.split('/');
    if (area === '__mock') {
      authorizeControl(request, this.#environment, sandbox.record.controlToken);
      this.#use();
      return sandbox.control(request);
    }
    // Anyone can send requests without a valid token: they must not keep the sandbox.
    if (sandbox.isAuthenticated(request)) this.#use();
    return sandbox.handle(request, this.#options.maxBodyBytes ?? 1024 * 1024);
  }

  /** Handles a request of the Worker, which has checked the control token. */
  async #manage(request: Request): Promise<Response> {
    const { origin, pathname } = new URL(request.url);
    const [, action = '', name = ''] = pathname.split('/');
    const { method } = request;
    if (action === 'names') {
      const directory = new Directory(this.#state.storage, this.#limits.sandboxes);
      if (name !== '') directory.handle(method, name);
      return respond(json(200, name === '' ? { names: directory.names() } : {}), method);
    }
    if (method === 'DELETE') {
      const existed = await this.#exclusively(() => this.#delete(name));
      if (!existed) throw notFound(`Sandbox ${name} not found`);
      return respond(json(200, { deleted: true }), method);
    }
    if (method === 'POST') {
      const token = (await request.text()) || undefined;
      await this.#exclusively(() => this.#create(origin, name, token));
    }
    const sandbox = await this.#open(origin);
    if (!sandbox || sandbox.isClosed) throw notFound(`Sandbox ${name} not found`);
    const { mock, record } = sandbox;
    const description = describeSandbox({ ...record, mock }, `${origin}/sandboxes/${record.name}`);
    return respond(json(method === 'POST' ? 201 : 200, description), method);
  }

  /** Runs creations, deletions and loads of the sandbox one after another. */
  #exclusively<T>(run: () => Promise<T>): Promise<T> {
    return this.#locks.run('', run);
  }

  async #create(origin: string, name: string, token: string | undefined): Promise<void> {
    const { storage } = this.#state;
    if (this.#readRecord()) throw new HttpError(409, `sandbox "${name}": already exists`);
    const record = { name, controlToken: randomToken('mdcontrol') };
    try {
      const sandbox = await HostedSandbox.open(storage, record, { ...this.#openOptions(origin), token });
      storage.sql.exec('CREATE TABLE sandbox (name TEXT, control_token TEXT, last_used_at INTEGER) STRICT');
      storage.sql.exec('INSERT INTO sandbox VALUES (?, ?, ?)', name, record.controlToken, Date.now());
      await storage.setAlarm(Date.now() + this.#limits.ttl);
      // The Worker has reserved the name, but a deletion may have removed it.
      await requestDirectory(this.#environment, 'PUT', name);
      this.#opened = Promise.resolve(sandbox);
    } catch (error) {
      await this.#delete(name);
      throw error;
    }
  }

  /** Returns the sandbox, or undefined if it was not created or was deleted. */
  #open(origin: string): Promise<HostedSandbox | undefined> {
    return this.#opened ?? this.#exclusively(() => this.#opened ?? this.#load(origin));
  }

  async #load(origin: string): Promise<HostedSandbox | undefined> {
    const record = this.#readRecord();
    if (!record) return undefined;
    const sandbox = await HostedSandbox.open(this.#state.storage, record, this.#openOptions(origin));
    this.#opened = Promise.resolve(sandbox);
    return sandbox;
  }

  #openOptions(origin: string) {
    return { options: this.#options, limits: this.#limits, origin };
  }

  #unload(): void {
    // Its calls in progress must not store changes next to those of the mock that is loaded next.
    this.#opened?.then((opened) => opened.close()).catch(() => undefined);
    this.#opened = undefined;
  }

  /** Deletes the sandbox and its name. Returns whether it existed. */
  async #delete(name: string): Promise<boolean> {
    const existed = this.#readRecord() !== undefined;
    const opened = await this.#opened;
    this.#opened = undefined;
    opened?.close();
    await requestDirectory(this.#environment, 'DELETE', name);
    await this.#state.storage.deleteAlarm();
    await this.#state.storage.deleteAll();
    return existed;
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
