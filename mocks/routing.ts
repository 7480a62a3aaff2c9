/** From a method and a path to what the contract has there. */
import type { Endpoint } from '../src/contract/endpoint.ts';
import { gaps } from '../src/contract/gaps.ts';
import { contract } from '../src/contract/index.ts';
import type { Route } from '../src/contract/routes.ts';
import { Refusal } from './refusal.ts';
import type { Call } from './resources/call.ts';
import { behaviours } from './resources/index.ts';
import { Router } from './router.ts';

/** An operation: what the contract says of it, and what it does. */
export interface Implementation {
  readonly endpoint: Endpoint;
  readonly run: (call: Call) => unknown;
}

const router = new Router<Implementation | Route>();
for (const [resource, endpoints] of Object.entries(contract)) {
  for (const [operation, endpoint] of Object.entries<Endpoint>(endpoints)) {
    // What belongs together is found by name here; that it does is checked where `behaviours` is typed.
    const run: (call: Call) => unknown = Reflect.get(Reflect.get(behaviours, resource), operation);
    router.add(endpoint.method, endpoint.path, { endpoint, run });
  }
}
for (const gap of gaps) router.add(gap.method, gap.path, gap);

/** The operation that a request names and the parameters of its path, or a refusal that says what is there instead. */
export function route(method: string, path: string) {
  const found = router.find(method, path);
  if (!found) throw unknown(method, path, similarTo(method, path));
  if ('others' in found) {
    const allow = found.others.flatMap((other) => ('endpoint' in other ? [other.endpoint.method] : [])).join(', ');
    throw new Refusal(405, `No such endpoint: ${method} ${path}. The specification shows ${allow || 'none'} here.`, {
      headers: { allow },
    });
  }
  if (!('endpoint' in found.target)) {
    throw new Refusal(
      501,
      `Not shown in the specification: ${found.target.name} (${method} ${path}). The mock does not invent what the service would answer.`,
    );
  }
  const { endpoint, run } = found.target;
  return { endpoint, run, params: found.params };
}

/** Refuses what is not below the base URL, whose path is the prefix. */
export function outside(method: string, path: string, prefix: string): never {
  const similar = similarTo(method, path);
  throw unknown(method, path, similar && prefix + similar);
}

function unknown(method: string, path: string, similar: string | undefined): Refusal {
  return new Refusal(
    404,
    `No such endpoint: ${method} ${path}. The specification shows no path like it. ${
      similar === undefined
        ? 'Check the path and the base URL; for a path of another service, put a handler of your own before the mock.'
        : `Did you mean ${similar}?`
    }`,
  );
}

/** The path of an operation that a path comes down to, if only its prefix, its case or its slashes are wrong. */
function similarTo(method: string, path: string): string | undefined {
  // No path has more segments below `/api/`.
  const segments = path.split('/').filter(Boolean).slice(-4);
  for (let from = 0; from < segments.length; from += 1) {
    const similar = `/api/${segments.slice(from).join('/')}`.toLowerCase();
    const found = router.find(method, similar);
    if (found && 'target' in found && 'endpoint' in found.target) return similar;
  }
  return undefined;
}
