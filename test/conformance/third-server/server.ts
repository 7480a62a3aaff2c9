import type { BugName } from './bugs.ts';
import type { Body } from './checks.ts';
import { anywhere, Failure, notFound } from './failure.ts';
import { fail, forbidden, respond, succeed, unauthorized } from './respond.ts';
import { type Route, routes } from './routes.ts';
import { type Seed, seed } from './seed.ts';
import type { VariantName } from './variants.ts';
import { type Context, createWorld, type Row, type TableName, type Token, type World } from './world.ts';

export interface ThirdServer {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Two workspaces with the same records. */
  readonly workspaces: readonly [Seed, Seed];
  /** Adds a record that the API cannot create, such as a category, and returns its id. */
  readonly insert: (table: TableName, workspace: string, values: Record<string, unknown>) => string;
  readonly discount: (workspace: string, category: string) => void;
}

export interface ThirdServerOptions {
  readonly bugs?: readonly BugName[];
  readonly variants?: readonly VariantName[];
}

function tokenOf(world: World, request: Request): Token | 'missing' | undefined {
  const header = request.headers.get('authorization');
  if (!header) return 'missing';
  const sent = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (sent === undefined) return undefined;
  const exact = world.tokens.get(sent);
  if (exact) return exact;
  const similar = [...world.tokens].find(
    ([token]) =>
      (world.bug('token-prefix-accepted') && sent.length > 20 && token.startsWith(sent)) ||
      (world.bug('token-uppercase-accepted') && token.toLowerCase() === sent.toLowerCase()),
  );
  if (similar) return similar[1];
  return world.bug('token-any-accepted') ? [...world.tokens.values()][0] : undefined;
}

function match(method: string, path: string): { route: Route; id: string } | undefined {
  for (const route of routes) {
    if (route.method !== method) continue;
    if (!route.single && path === route.collection) return { route, id: '' };
    const id = path.startsWith(`${route.collection}/`) ? path.slice(route.collection.length + 1) : '';
    if (route.single && id !== '' && !id.includes('/')) return { route, id: decodeURIComponent(id) };
  }
  return undefined;
}

async function bodyOf(world: World, request: Request): Promise<Body> {
  if (request.method === 'GET' || request.method === 'DELETE') return {};
  const type = request.headers.get('content-type') ?? '';
  if (world.variant('content-type-required') && !/^application\/json\b/i.test(type)) {
    throw new Failure(415, 'Unsupported Media Type');
  }
  if (world.bug('charset-rejected') && type !== 'application/json') throw new Failure(415, 'Unsupported Media Type');
  try {
    const body: unknown = JSON.parse(await request.text());
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body;
  } catch {
    // Not JSON.
  }
  throw new Failure(400, 'Validation error', [{ path: 'body', message: 'must be a JSON object' }]);
}

/** Throws when the token may not use the route. */
function checkPermission(context: Context, route: Route, id: string, token: Token): void {
  if (!token.readOnly || route.method === 'GET') return;
  if (route.method === 'DELETE' && context.bug('permission-delete-unchecked')) return;
  if (route.table === 'prices' && context.bug('permission-price-unchecked')) return;
  if (context.variant('not-found-before-permission') && route.single && !anywhere(context, route.table, id)) {
    throw notFound(context, route.resource);
  }
  throw forbidden(context);
}

async function answer(world: World, request: Request): Promise<Response> {
  world.requests += 1;
  const url = new URL(request.url);
  const productPatch = request.method === 'PATCH' && url.pathname.startsWith('/api/products/');
  const token = tokenOf(world, request);
  if (token === 'missing' || token === undefined) return unauthorized(world, token === 'missing');
  if (world.variant('rate-limited') && world.requests % 60 === 0) {
    return respond(world, 429, { success: false, error: 'Too many requests' }, { 'retry-after': '0' });
  }
  const found = match(request.method, url.pathname);
  if (!found) return respond(world, 404, { success: false, error: 'Route not found' });
  const { route, id } = found;
  const context: Context = { ...world, workspace: token.workspace, query: url.searchParams };
  try {
    checkPermission(context, route, id, token);
    const data = route.handle(context, id, await bodyOf(world, request));
    const bare = world.bug('envelope-missing') && route.table === 'addresses' && route.method === 'GET' && route.single;
    return succeed(world, request.method, data, bare);
  } catch (error) {
    if (error instanceof Failure) return fail(world, error, productPatch);
    throw error;
  }
}

/** A server of the Commercial Master-Data API, written only from its specification. */
export function createThirdServer(options: ThirdServerOptions = {}): ThirdServer {
  const world = createWorld(options.bugs ?? [], options.variants ?? []);
  const workspaces = [seed(world, 'a'), seed(world, 'b')] as const;
  return {
    fetch: (request) => answer(world, request),
    workspaces,
    insert: (table, workspace, values): string => {
      const row: Row = world.insert(table, workspace, values);
      return row.id;
    },
    discount: (workspace, category) => {
      world.discounts.push({ workspace, category, active: true });
    },
  };
}
