import type { Endpoint } from '../../src/contract/endpoint.ts';
import { contract } from '../../src/contract/index.ts';
import type { Route } from '../../src/contract/routes.ts';
import { undocumentedOperations } from '../../src/contract/undocumented-operations.ts';
import type { OperationContext } from '../resources/handler.ts';
import { handlers } from '../resources/index.ts';
import { stripBasePath } from '../shared/base-url.ts';
import { HttpError } from '../shared/http-error.ts';
import { Router } from '../shared/router.ts';
import { suggestPath } from './suggest-path.ts';

/** An operation: its description in the contract and its handler. */
interface OperationRoute {
  readonly endpoint: Endpoint;
  readonly handler: (context: OperationContext) => unknown;
}

/** An operation that a request matches, with the parameters of the path. */
export interface MatchedRoute extends OperationRoute {
  readonly params: Readonly<Record<string, string>>;
}

const router = new Router<OperationRoute | Route>();
for (const [resource, endpoints] of Object.entries(contract)) {
  for (const [operation, endpoint] of Object.entries<Endpoint>(endpoints)) {
    // The type of `handlers` guarantees that each operation has its handler.
    const handler: OperationRoute['handler'] = Reflect.get(Reflect.get(handlers, resource), operation);
    router.add(endpoint.method, endpoint.path, { endpoint, handler });
  }
}
for (const route of undocumentedOperations) router.add(route.method, route.path, route);

/** Finds the operation of a request, or returns the error to respond with. */
export function findRoute(method: string, path: string, basePath: string): MatchedRoute | HttpError {
  const apiPath = stripBasePath(basePath, path);
  const match = apiPath === undefined ? undefined : router.find(method, apiPath);
  if (!match) return unknownPath(method, path, basePath);
  if ('others' in match) return wrongMethod(method, path, match.others);
  const { target, params } = match;
  if ('handler' in target) return { endpoint: target.endpoint, handler: target.handler, params };
  return new HttpError(
    501,
    `Not shown in the specification: ${target.name} (${method} ${path}). The mock implements documented operations only.`,
  );
}

function wrongMethod(method: string, path: string, others: readonly (OperationRoute | Route)[]): HttpError {
  const allow = others.flatMap((other) => ('endpoint' in other ? [other.endpoint.method] : [])).join(', ');
  return new HttpError(
    405,
    `No such endpoint: ${method} ${path}. Documented methods of this path: ${allow || 'none'}.`,
    { headers: { allow } },
  );
}

function unknownPath(method: string, path: string, basePath: string): HttpError {
  const suggestion = suggestPath(method, path);
  let hint = 'Check the path and the base URL. If another service has this path, add your own handler before the mock.';
  if (suggestion !== undefined) {
    hint = `Did you mean ${basePath}${suggestion}?`;
    if (basePath.endsWith('/api')) {
      hint += " The mock's baseUrl must not end in /api, because every path starts with it.";
    }
  }
  return new HttpError(404, `No such endpoint: ${method} ${path}. The specification has no such path. ${hint}`);
}
