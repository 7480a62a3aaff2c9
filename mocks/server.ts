/** The server: one function from a request to an answer, over a store. Adapters carry it to fetch, MSW and HTTP. */
import { check } from '../src/contract/check.ts';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { gaps } from '../src/contract/gaps.ts';
import { contract } from '../src/contract/index.ts';
import type { Route } from '../src/contract/routes.ts';
import { type Grant, type MockTokens, TokenStore } from './auth.ts';
import { parseBody } from './body.ts';
import type { Now } from './clock.ts';
import { seededIds } from './ids.ts';
import { type MockPolicies, policiesFor, withDefaults } from './policies.ts';
import { invalid, malformedId, Refusal } from './refusal.ts';
import { type Call, WorkspaceStore } from './resources/call.ts';
import { behaviours } from './resources/index.ts';
import { Router } from './router.ts';
import { plant, type Seed } from './seed/seed.ts';
import { Database, type StoredRows } from './store/database.ts';
import { type MockDatabase, openTables } from './store/handles.ts';

/** How a mock is made. */
export interface MockServerOptions {
  /** Where the service seems to be. A path is a prefix of every path. Default `https://api.example.com`. */
  readonly baseUrl?: string;
  /** What the store holds at first and after a reset. Default nothing but one workspace. */
  readonly seed?: Seed;
  /** Answers to what the specification leaves open. */
  readonly policies?: Partial<MockPolicies>;
  /** What tells the time. Default `Date.now`. */
  readonly clock?: Now;
  /** The number that ids and tokens are made from: the same calls give the same ids. Default 1. */
  readonly ids?: number;
  /** The token of {@link MockServer.token}. Default a made-up one. */
  readonly token?: string;
  /** The largest body that is read, in bytes; a larger one is answered 413. Default 1 MiB. */
  readonly maxBodyBytes?: number;
}

/** A request, as far as the server looks at it. Adapters make it out of what they have. */
export interface ServerRequest {
  readonly method: string;
  /** Path and query, without the path of the base URL. */
  readonly target: string;
  header(name: string): string | null | undefined;
  /** The body; undefined once it is found to be larger than the limit. */
  text(limit: number): Promise<string | undefined>;
}

/** What the server answers. */
export interface ServerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
}

/** The state of a mock at one moment: made by `snapshot`, taken by `restore`. Its contents are the mock's own. */
export interface MockSnapshot {
  readonly rows: StoredRows;
  readonly grants: ReadonlyMap<string, Grant>;
  readonly ids: number;
}

/** The service in memory. */
export interface MockServer {
  /** Where the service seems to be, without a slash at the end. */
  readonly baseUrl: string;
  /** The id of the first workspace. */
  readonly workspace: string;
  /** A token of the first workspace that may do everything. */
  readonly token: string;
  /** Issues and revokes tokens. */
  readonly tokens: MockTokens;
  /** The tables, with what has no endpoint too: contacts, categories, prices, pricebooks, discounts, taxes … */
  readonly db: MockDatabase;
  /** Answers to what the specification leaves open. They can be set at any time. */
  readonly policies: MockPolicies;
  /**
   * The whole server as a function with the signature of `fetch`. It serves as the client's `fetch`.
   *
   * It answers whatever the host, and rejects only where the request's signal is aborted.
   *
   * @example
   * ```ts
   * const mock = createMockServer();
   * const client = new MasterDataClient({ baseUrl: mock.baseUrl, apiToken: mock.token, fetch: mock.fetch });
   * ```
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** The server below `fetch`, for adapters. */
  readonly handle: (request: ServerRequest) => Promise<ServerAnswer>;
  /** The state as it is now. */
  snapshot(): MockSnapshot;
  /** Goes back to a snapshot of this mock. */
  restore(snapshot: MockSnapshot): void;
  /** Goes back to the seed, with its tokens and policies. */
  reset(): void;
}

/** What a path leads to: an operation, or a gap in the specification. */
type Target = { readonly endpoint: Endpoint; readonly run: (call: Call) => unknown } | { readonly gap: Route };

const router = new Router<Target>();
for (const [resource, endpoints] of Object.entries(contract)) {
  for (const [operation, endpoint] of Object.entries<Endpoint>(endpoints)) {
    // What belongs together is found by name here; that it does is checked where `behaviours` is typed.
    const run: (call: Call) => unknown = Reflect.get(Reflect.get(behaviours, resource), operation);
    router.add(endpoint.method, endpoint.path, { endpoint, run });
  }
}
for (const gap of gaps) router.add(gap.method, gap.path, { gap });

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Makes a service in memory. It behaves as the specification says: state, references, workspaces, tokens, errors.
 *
 * @throws TypeError for an unusable base URL or policy; InvalidRecordError for a seed that the API could not hold.
 * @example
 * ```ts
 * const mock = createMockServer({ seed: demo });
 * const response = await mock.fetch('https://api.example.com/api/customers', {
 *   headers: { authorization: `Bearer ${mock.token}` },
 * });
 * ```
 */
export function createMockServer(options: MockServerOptions = {}): MockServer {
  const base = parseBase(options.baseUrl ?? 'https://api.example.com');
  const initialPolicies = withDefaults(options.policies ?? {});
  const policies = { ...initialPolicies };
  const maxBodyBytes = options.maxBodyBytes ?? 1024 * 1024;
  const ids = seededIds(options.ids ?? 1);
  const database = new Database(options.clock ?? Date.now, ids);
  const tables = database.table('workspaces');
  let workspace = '';
  const db = openTables(database, () => workspace);
  const tokens = new TokenStore(
    ids,
    (id) => tables.get(id) !== undefined,
    () => workspace,
  );

  workspace = db.workspaces.insert({ name: 'Default workspace' }).id;
  const token = tokens.issue({ ...(options.token !== undefined && { token: options.token }) });
  if (options.seed) plant(options.seed, db);
  const initial = snapshot();

  function snapshot(): MockSnapshot {
    return { rows: database.snapshot(), grants: tokens.snapshot(), ids: ids.snapshot() };
  }

  function restore({ rows, grants, ids: state }: MockSnapshot): void {
    database.restore(rows);
    tokens.restore(grants);
    ids.restore(state);
  }

  async function handle(request: ServerRequest): Promise<ServerAnswer> {
    try {
      const { endpoint, data } = await answer(request);
      return json(endpoint.method === 'POST' ? policies.createdStatus : 200, { success: true, data });
    } catch (error) {
      if (error instanceof Refusal) return json(error.status, error.body, error.headers);
      return json(500, { success: false, error: `The mock failed: ${error instanceof Error ? error.message : error}` });
    }
  }

  async function answer(request: ServerRequest): Promise<{ endpoint: Endpoint; data: unknown }> {
    const [path = '', search = ''] = request.target.split(/\?(.*)/s, 2);
    const { target, params } = route(request.method, path);
    const { endpoint, run } = target;

    const grant = tokens.authenticate(request.header('authorization'));
    tokens.authorize(grant, endpoint.permission);

    const body = endpoint.body && (await readBody(request, { ...endpoint, body: endpoint.body }));
    for (const [name, value] of Object.entries(params)) {
      if (!uuidPattern.test(value))
        throw malformedId(name === 'id' ? endpoint.resource : name.replace(/_id$/, ''), policies);
    }
    const call = {
      endpoint,
      params,
      query: endpoint.query && parseQuery(endpoint.query, search),
      body,
      workspace: new WorkspaceStore(grant.workspace, database, policies),
      user: grant.user,
      policies,
    };
    return { endpoint, data: database.atomically(() => run(call as Call)) };
  }

  async function readBody(request: ServerRequest, endpoint: Parameters<typeof parseBody>[0]): Promise<unknown> {
    const text = await request.text(maxBodyBytes);
    if (text === undefined) {
      throw new Refusal(413, `Request body too large: at most ${maxBodyBytes} bytes are read`);
    }
    return parseBody(endpoint, text, request.header('content-type'), policies);
  }

  function parseQuery(schema: NonNullable<Endpoint['query']>, search: string): unknown {
    const checked = check(schema, Object.fromEntries(new URLSearchParams(search)));
    if (!checked.ok) throw invalid(checked.issues, policies);
    return checked.value;
  }

  return {
    baseUrl: base.origin + base.path,
    workspace,
    token,
    tokens,
    db,
    policies,
    handle,
    async fetch(input, init) {
      const request = input instanceof Request && !init ? input : new Request(input, init);
      request.signal.throwIfAborted();
      const { pathname, search } = new URL(request.url);
      const { status, headers, body } = await handle({
        method: request.method,
        target: (pathname.startsWith(`${base.path}/`) ? pathname.slice(base.path.length) : pathname) + search,
        header: (name) => request.headers.get(name),
        async text(limit) {
          const bytes = await request.arrayBuffer();
          return bytes.byteLength > limit ? undefined : new TextDecoder().decode(bytes);
        },
      });
      return new Response(request.method === 'HEAD' ? null : body, { status, headers });
    },
    snapshot,
    restore,
    reset() {
      restore(initial);
      Object.assign(policies, initialPolicies);
    },
  };
}

function route(method: string, path: string) {
  const found = router.find(method, path);
  if (!found) {
    throw new Refusal(404, `No such endpoint: ${method} ${path}. The specification shows no path like it.`);
  }
  if ('others' in found) {
    const allow = found.others.flatMap((other) => ('endpoint' in other ? [other.endpoint.method] : [])).join(', ');
    throw new Refusal(405, `No such endpoint: ${method} ${path}. The specification shows ${allow || 'none'} here.`, {
      headers: { allow },
    });
  }
  if ('gap' in found.target) {
    const { name } = found.target.gap;
    throw new Refusal(
      501,
      `Not shown in the specification: ${name} (${method} ${path}). The mock does not invent what the service would answer.`,
    );
  }
  return { target: found.target, params: found.params };
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): ServerAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

function parseBase(baseUrl: string): { origin: string; path: string } {
  if (!URL.canParse(baseUrl)) throw new TypeError(`baseUrl: expected an absolute URL, received ${baseUrl}`);
  const { origin, pathname, protocol } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol)) throw new TypeError(`baseUrl: expected http or https, received ${protocol}`);
  return { origin, path: pathname.replace(/\/+$/, '') };
}
