/** The server: one function from a request to an answer, over a store. */

import type { Endpoint } from '../../src/contract/endpoint.ts';
import { validate } from '../../src/contract/validate.ts';
import { createClock, type DateInput, type MockClock, type TimeSource } from '../controls/clock.ts';
import { type Fault, type FaultPreset, Faults, type MockFaults, noResponse, struck } from '../controls/faults.ts';
import { Journal, type MockJournal } from '../controls/journal.ts';
import { type MockPolicies, policiesForEndpoint, resolvePolicies } from '../controls/policies.ts';
import { RateLimiter } from '../controls/rate-limit.ts';
import { createSnapshot, type MockSnapshot, readSnapshot, type SnapshotJson } from '../controls/snapshot.ts';
import { type MockTokens, type Principal, TokenStore } from '../controls/tokens.ts';
import { type OperationContext, WorkspaceStore } from '../resources/workspace.ts';
import { createFactories, type Factories, FactorySequences } from '../seed/factories.ts';
import { applySeed, type Seed } from '../seed/seed.ts';
import { parseBaseUrl, stripBasePath } from '../shared/base-url.ts';
import { HttpError, malformedId, validationError } from '../shared/http-error.ts';
import { isObject } from '../shared/is-object.ts';
import { json, type MockRequest, type MockResponse } from '../shared/messages.ts';
import { createRandom } from '../shared/random.ts';
import { Database } from '../store/database.ts';
import { createIdGenerator } from '../store/ids.ts';
import { createMockDatabase, type MockDatabase } from '../store/mock-database.ts';
import { fetchMock } from './fetch.ts';
import { parseBody } from './request-body.ts';
import { route } from './routes.ts';

/** How a mock is made. */
export interface MockServerOptions {
  /** Where the service seems to be. A path is a prefix of every path. Default `https://api.example.com`. */
  readonly baseUrl?: string | undefined;
  /** What the store holds at first and after a reset, a snapshot among the rest. Default nothing but one workspace. */
  readonly seed?: Seed | MockSnapshot | SnapshotJson | undefined;
  /** Answers to what the specification leaves open, the rate limit among them. */
  readonly policies?: Partial<MockPolicies> | undefined;
  /** What the token of {@link MockServer.token} may do. Default everything. */
  readonly permissions?: Principal['permissions'] | undefined;
  /** Where the clock stands at first, or what tells it the timestamp. Default `Date.now`. */
  readonly clock?: DateInput | TimeSource | undefined;
  /** The number that randomSeed, tokens and chance are made from: the same calls give the same randomSeed. Default 1. */
  readonly randomSeed?: number | undefined;
  /** The token of {@link MockServer.token}. Default a made-up one. */
  readonly token?: string | undefined;
  /** The rate limit, as the policy `rateLimit` takes it. */
  readonly rateLimit?: MockPolicies['rateLimit'] | undefined;
  /** Failures from the start. */
  readonly faults?: readonly (Fault | FaultPreset)[] | undefined;
  /** How many exchanges the journal keeps; 0 for none. Default 1000. */
  readonly journal?: number | undefined;
  /** The largest body that is read, in bytes; a larger one is answered 413. Default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
}

/** Options of a `MasterDataClient` that calls a mock. */
export interface MockClientOptions {
  /** {@link MockServer.baseUrl}. */
  readonly baseUrl: string;
  /** {@link MockServer.token}. */
  readonly apiToken: string;
  /** {@link MockServer.fetch}. */
  readonly fetch: MockServer['fetch'];
}

/** The service in memory. */
export interface MockServer {
  /** Where the service seems to be, without a slash at the end. */
  readonly baseUrl: string;
  /** The id of the first workspace. */
  readonly workspace: string;
  /** A token of the first workspace, with the permissions that the mock was made with. */
  readonly token: string;
  /**
   * The options of a `MasterDataClient` that calls this mock. Each read returns the current token.
   *
   * @example
   * ```ts
   * const client = new MasterDataClient(mock.clientOptions);
   * ```
   */
  readonly clientOptions: MockClientOptions;
  /** Issues and revokes tokens. */
  readonly tokens: MockTokens;
  /** The tables, with what has no endpoint too: contacts, categories, prices, pricebooks, discounts, taxes … */
  readonly db: MockDatabase;
  /** Makes records with sensible values: `mock.create.customer({ name: 'Acme' })`. */
  readonly create: Factories;
  /** Answers to what the specification leaves open. They can be set at any timestamp. */
  readonly policies: MockPolicies;
  /** Failures on purpose. */
  readonly faults: MockFaults;
  /** The timestamp of timestamps and rate limits. */
  readonly clock: MockClock;
  /** What went to and fro. */
  readonly journal: MockJournal;
  /**
   * The whole server as a function with the signature of `fetch`. It serves as the client's `fetch`.
   *
   * It answers whatever the host. It rejects, as fetch does, where the request's signal is aborted or a fault breaks
   * the connection.
   *
   * @example
   * ```ts
   * const mock = createMockServer();
   * const client = new MasterDataClient(mock.clientOptions);
   * ```
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** The server stripBasePath `fetch`, for adapters. Never rejects. */
  readonly handle: (request: MockRequest) => Promise<MockResponse>;
  /** The records, tokens and randomSeed as they are now. */
  snapshot(): MockSnapshot;
  /**
   * Goes back to a snapshot, of this mock or another, or to what was once the JSON of one. `workspace` and `token` are
   * those of the mock it was made by.
   *
   * @throws TypeError for JSON that is no snapshot of this version, or has rows that the API could not have made; nothing
   * is changed then.
   */
  restore(snapshot: MockSnapshot | SnapshotJson): void;
  /**
   * Back to how it was made: records, tokens, randomSeed, policies, faults, clock; the journal is empty. A request that is still
   * under way is cut off, and changes nothing.
   */
  reset(): void;
  /**
   * Calls the function after each change of records or tokens, whoever made it: a request of the API, `db`, `tokens`,
   * `restore` or `reset`. Returns what ends that.
   */
  onChange(listener: () => void): () => void;
}

/** What was received of a request that may be resume. */
interface Received {
  readonly request: MockRequest;
  /** Path and query, without the path of the base URL. */
  readonly url: string;
  /** The body, where it was read. */
  readonly rawBody: string | undefined;
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Makes a service in memory. It behaves as the specification says: state, references, workspaces, tokens, errors.
 *
 * @throws TypeError for an unusable option; InvalidRecordError for a seed that the API could not hold.
 * @example
 * ```ts
 * const mock = createMockServer({ seed: demo });
 * const response = await mock.fetch('https://api.example.com/api/customers', {
 *   headers: { authorization: `Bearer ${mock.token}` },
 * });
 * ```
 */
export function createMockServer(options: MockServerOptions = {}): MockServer {
  const { maxBodyBytes = 1024 * 1024, randomSeed: number = 1, permissions, token: givenToken, rateLimit } = options;
  const base = parseBaseUrl(options.baseUrl ?? 'https://api.example.com');
  const initialPolicies = resolvePolicies({ ...options.policies, ...(rateLimit !== undefined && { rateLimit }) });
  const policies = { ...initialPolicies };
  const clock = createClock(options.clock);
  if (!Number.isInteger(number)) throw new TypeError(`randomSeed: expected a whole number, received ${number}`);
  const ids = createIdGenerator(number);
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const database = new Database(clock.now, ids, changed);
  const db = createMockDatabase(database, () => workspace);
  const sequences = new FactorySequences();
  const create = createFactories(db, database, sequences);
  const tokens = new TokenStore(
    ids,
    (id) => db.workspaces.get(id) !== undefined,
    () => workspace,
    changed,
  );
  const chance = createRandom(number);
  const faults = new Faults(chance.next);
  const journal = new Journal(options.journal ?? 1000, base.origin + base.path);
  const limiter = new RateLimiter();
  let resets = 0;

  let workspace = '';
  workspace = db.workspaces.insert({ name: 'Default workspace' }).id;
  let token = tokens.issue({ token: givenToken, permissions });
  const { seed = {} } = options;
  if (isSnapshot(seed)) restore(seed);
  else applySeed(seed, db, create);
  token = givenToken ?? token;
  if (!tokens.snapshot().has(token)) tokens.issue({ token, permissions });
  const initial = snapshot();
  arm();

  function arm(): void {
    chance.state = number;
    faults.clear();
    for (const fault of options.faults ?? []) faults.add(fault);
  }

  function snapshot(): MockSnapshot {
    return createSnapshot({
      rows: database.snapshot(),
      tokens: tokens.snapshot(),
      workspace,
      token,
      ids: ids.state,
      sequences: sequences.snapshot(),
    });
  }

  function restore(given: MockSnapshot | SnapshotJson): void {
    const kept = readSnapshot(given);
    database.restore(kept.rows);
    tokens.restore(kept.tokens);
    sequences.restore(kept.sequences);
    ids.state = kept.ids;
    workspace = kept.workspace;
    token = kept.token;
    changed();
  }

  async function handle(request: MockRequest): Promise<MockResponse> {
    const time = clock.now();
    const started = performance.now();
    const resetsBefore = resets;
    const { method } = request;
    const inside = stripBasePath(base.path, request.url);
    const url = inside ?? request.url;
    const routed = attempt(() => route(method, pathOf(request.url), base.path));
    const endpoint = 'endpoint' in routed ? routed.endpoint : undefined;

    const strike = faults.next(endpoint?.name);
    if (strike && strike.delay > 0) await delay(strike.delay, request.signal);
    const isReplaced = strike?.kind === 'status' || strike?.kind === 'drop';

    const grant = attempt(() => tokens.authenticate(request.header('authorization')));
    const workspace = 'workspace' in grant ? grant.workspace : undefined;
    // Where a fault stands in for the operation, what was sent is worth knowing all the same.
    const isRead = endpoint?.body && (isReplaced || workspace !== undefined);
    const read = isRead ? await request.text(maxBodyBytes).catch(refused) : undefined;
    const rawBody = typeof read === 'object' ? undefined : read;

    // From here on nothing is waited for: what a request does, it does at once.
    if (resets !== resetsBefore) return noResponse;
    let answer: MockResponse;
    if (isReplaced) answer = noResponse;
    else if (!('endpoint' in routed)) answer = routed;
    else if (!('workspace' in grant)) answer = grant;
    else if (typeof read === 'object') answer = read;
    else answer = run(routed, grant, { request, url, rawBody });
    if (strike) answer = struck(strike, answer);
    const fault = strike && (strike.kind ?? 'delay');
    request.settled?.(endpoint?.name, fault);
    journal.add({
      operation: endpoint?.name,
      method,
      url,
      outsideBaseUrl: inside === undefined,
      workspace,
      headers: request.headers(),
      rawBody,
      response: answer,
      time,
      duration: performance.now() - started,
      fault,
    });
    return answer;
  }

  function run(
    { endpoint, params, run: behave }: ReturnType<typeof route>,
    grant: Principal,
    { request, url, rawBody }: Received,
  ): MockResponse {
    let headers: MockResponse['headers'] | undefined;
    try {
      const held = policiesForEndpoint(endpoint, policies);
      headers = limiter.take(policies.rateLimit, grant.workspace, clock);
      tokens.authorize(grant, endpoint.permission);
      // The body comes before the randomSeed: that is the order of checks.
      const body = endpoint.body && bodyOf({ ...endpoint, body: endpoint.body }, request, rawBody, held);
      const call = {
        endpoint,
        params: idsOf(endpoint, params, held),
        query: endpoint.query && parseQuery(endpoint.query, url, held),
        body,
        workspace: new WorkspaceStore(grant.workspace, database, held),
        user: grant.user,
        policies: held,
      };
      const behaved = () => behave(call as OperationContext);
      const data = endpoint.method === 'GET' ? behaved() : database.transaction(behaved);
      return json(endpoint.method === 'POST' ? held.createdStatus : 200, { success: true, data }, headers);
    } catch (error) {
      return refused(error, headers);
    }
  }

  function bodyOf(
    endpoint: Parameters<typeof parseBody>[0],
    request: MockRequest,
    rawBody: string | undefined,
    held: MockPolicies,
  ): unknown {
    if (rawBody === undefined)
      throw new HttpError(413, `Request body too large: at most ${maxBodyBytes} bytes are read`);
    return parseBody(endpoint, rawBody, request.header('content-type'), held);
  }

  const baseUrl = base.origin + base.path;
  const fetch: MockServer['fetch'] = (input, init) => fetchMock(handle, input, init);
  return {
    baseUrl,
    get workspace() {
      return workspace;
    },
    get token() {
      return token;
    },
    get clientOptions() {
      return { baseUrl, apiToken: token, fetch };
    },
    tokens,
    db,
    create,
    policies,
    faults,
    clock,
    journal,
    handle,
    fetch,
    snapshot,
    restore,
    reset() {
      resets += 1;
      restore(initial);
      Object.assign(policies, initialPolicies);
      arm();
      limiter.reset();
      journal.clear();
      clock.resume();
      if (options.clock !== undefined && typeof options.clock !== 'function') clock.set(options.clock);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** The parameters of a path, all of them randomSeed: in lower case, as UUIDs are written, though not always sent. */
function idsOf(
  { resource }: Endpoint,
  params: Readonly<Record<string, string>>,
  policies: MockPolicies,
): Readonly<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const name in params) {
    const value = params[name] ?? '';
    if (!uuidPattern.test(value)) throw malformedId(name === 'id' ? resource : name.replace(/_id$/, ''), policies);
    ids[name] = value.toLowerCase();
  }
  return ids;
}

function parseQuery(schema: NonNullable<Endpoint['query']>, url: string, policies: MockPolicies): unknown {
  const query = new URLSearchParams(url.slice(pathOf(url).length));
  const sent = Array.from(query, ([name, value]) => [name, uuidPattern.test(value) ? value.toLowerCase() : value]);
  const checked = validate(schema, Object.fromEntries(sent));
  if (!checked.ok) throw validationError(checked.issues, policies);
  return checked.value;
}

function isSnapshot(seed: Seed | MockSnapshot | SnapshotJson): seed is MockSnapshot | SnapshotJson {
  return isObject(seed) && ('version' in seed || 'rows' in seed);
}

/** What a function returns, or the answer that its refusal makes. */
function attempt<T>(run: () => T): T | MockResponse {
  try {
    return run();
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown, headers?: Readonly<Record<string, string>>): MockResponse {
  if (error instanceof HttpError) return json(error.status, error.body, { ...headers, ...error.headers });
  return json(500, { success: false, error: `The mock failed: ${error instanceof Error ? error.message : error}` });
}

/** Waits, or until the request is aborted. */
function delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}
