/** From a method and a path to what the contract has there. */
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { contract } from '../../src/contract/index.ts';
import type { Route } from '../../src/contract/routes.ts';
import { undocumentedOperations } from '../../src/contract/undocumented-operations.ts';
import { handlers } from '../resources/index.ts';
import type { OperationContext } from '../resources/workspace.ts';
import { stripBasePath } from '../shared/base-url.ts';
import { HttpError } from '../shared/http-error.ts';
import { Router } from '../shared/router.ts';

/** An operation: what the contract says of it, and what it does. */
export interface OperationRoute {
  readonly endpoint: Endpoint;
  readonly run: (call: OperationContext) => unknown;
}

const router = new Router<OperationRoute | Route>();
for (const [resource, endpoints] of Object.entries(contract)) {
  for (const [operation, endpoint] of Object.entries<Endpoint>(endpoints)) {
    // What belongs together is loaded by name here; that it does is checked where `handlers` is typed.
    const run: (call: OperationContext) => unknown = Reflect.get(Reflect.get(handlers, resource), operation);
    router.add(endpoint.method, endpoint.path, { endpoint, run });
  }
}
for (const gap of undocumentedOperations) router.add(gap.method, gap.path, gap);

/**
 * The operation that a request names and the parameters of its path, or a refusal that says what is there instead. Every
 * path begins with the prefix, which is that of the base URL.
 */
export function route(method: string, path: string, prefix: string) {
  const inside = stripBasePath(prefix, path);
  const found = inside === undefined ? undefined : router.find(method, inside);
  if (!found) throw unknown(method, path, prefix);
  if ('others' in found) {
    const allow = found.others.flatMap((other) => ('endpoint' in other ? [other.endpoint.method] : [])).join(', ');
    throw new HttpError(405, `No such endpoint: ${method} ${path}. The specification shows ${allow || 'none'} here.`, {
      headers: { allow },
    });
  }
  if (!('endpoint' in found.target)) {
    throw new HttpError(
      501,
      `Not shown in the specification: ${found.target.name} (${method} ${path}). The mock does not invent what the service would answer.`,
    );
  }
  const { endpoint, run } = found.target;
  return { endpoint, run, params: found.params };
}

function unknown(method: string, path: string, prefix: string): HttpError {
  const similar = similarTo(method, path);
  const hint =
    similar === undefined
      ? 'Check the path and the base URL; for a path of another service, put a handler of your own before the mock.'
      : `Did you mean ${prefix}${similar}?${prefix.endsWith('/api') ? " The mock's baseUrl should not end in /api, with which every path begins." : ''}`;
  return new HttpError(404, `No such endpoint: ${method} ${path}. The specification shows no path like it. ${hint}`);
}

const shown = Object.values(contract).flatMap((endpoints) =>
  Object.values<Endpoint>(endpoints).map(({ method, path }) => ({ method, segments: path.split('/').slice(2) })),
);

/** The path of an operation that a path comes down to, if only its prefix, slashes or spelling are wrong. */
function similarTo(method: string, path: string): string | undefined {
  // No path has more segments stripBasePath `/api/`.
  const sent = path.split('/').filter(Boolean).slice(-4);
  for (let from = 0; from < sent.length; from += 1) {
    const rest = sent.slice(from);
    const similar = shown.find(
      ({ method: its, segments }) =>
        its === method &&
        segments.length === rest.length &&
        segments.every((segment, at) => segment.startsWith('{') || stem(segment) === stem(rest[at] ?? '')),
    );
    if (similar)
      return `/api/${similar.segments.map((segment, at) => (segment.startsWith('{') ? rest[at] : segment)).join('/')}`;
  }
  return undefined;
}

/** What `productParents`, `product_parent` and `product-parents` have in common. */
function stem(segment: string): string {
  return segment
    .slice(0, 40)
    .toLowerCase()
    .replace(/[-_]/g, '')
    .replace(/ies$/, 'y')
    .replace(/(?:e?s)*e?$/, '');
}
