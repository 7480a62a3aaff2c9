import { samePath } from '../../src/contract/define-operation.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { contract } from '../../src/contract/index.ts';
import { operations } from '../../src/contract/operations.ts';
import { preview } from '../../src/contract/printable.ts';
import type { Route } from '../../src/contract/routes.ts';
import { undocumentedOperations } from '../../src/contract/undocumented-operations.ts';
import { handlers } from '../resources/index.ts';
import { stripBasePath } from '../shared/base-url.ts';
import { HttpError } from '../shared/http-error.ts';
import { Router } from '../shared/router.ts';
import type { MockOperation } from './mock-operation.ts';
import { contractOperation, type Operation } from './operation.ts';

/** An operation that a request matches, with the parameters of the path. */
export interface MatchedRoute {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds operations by method and path. The undocumented ones have no handler. */
export type Routes = Router<Operation | Route>;

const documentedOperations = Object.entries(contract).flatMap(([resource, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([operation, endpoint]) =>
    // The type of `handlers` guarantees that each operation has its handler.
    contractOperation(endpoint, Reflect.get(Reflect.get(handlers, resource), operation)),
  ),
);

const documentedRoutes = addRoutes(new Router(), documentedOperations);

function addRoutes(router: Routes, operations: readonly Operation[]): Routes {
  for (const route of [...operations, ...undocumentedOperations]) router.add(route.method, route.path, route);
  return router;
}

/** Returns the routes of a mock. Mocks without operations of their own share theirs. */
export function createRoutes(operations: readonly MockOperation[]): Routes {
  if (operations.length === 0) return documentedRoutes;
  const router = addRoutes(new Router(), documentedOperations);
  for (const { operation } of operations) router.add(operation.method, operation.path, operation);
  return router;
}

/**
 * Checks the option `operations`. {@link mockOperation} has compared each of them with the specification.
 *
 * @throws A TypeError if an entry was not created by `mockOperation`, or two entries have the same name or path.
 */
export function parseOperations(operations: unknown): readonly MockOperation[] {
  if (!Array.isArray(operations)) {
    throw new TypeError(`operations: must be an array, received ${preview(operations)}`);
  }
  for (const [index, operation] of operations.entries()) {
    const fail = (problem: string) => new TypeError(`operations.${index}: ${problem}`);
    if (typeof Object(operation).operation?.handle !== 'function') {
      throw fail(`must be the result of mockOperation(definition, …), received ${preview(operation)}`);
    }
    const conflict = describeConflict(operation, operations.slice(0, index));
    if (conflict !== undefined) throw fail(conflict);
  }
  return [...operations];
}

/** The parts of an operation that no other one has. */
type Identity = Pick<MockOperation, 'name' | 'method' | 'path'>;

/** Returns what is wrong if one of the other operations has the name or the path of an operation. */
export function describeConflict(operation: Identity, others: readonly Identity[]): string | undefined {
  const other = others.find(({ name }) => name === operation.name) ?? others.find((each) => samePath(each, operation));
  const describe = ({ name, method, path }: Identity) => `${name} (${method} ${path})`;
  return other && `${describe(operation)} has the name or the path of another operation, ${describe(other)}`;
}

/** Finds the operation of a request, or returns the error to respond with. */
export function findRoute(router: Routes, method: string, path: string, basePath: string): MatchedRoute | HttpError {
  const apiPath = stripBasePath(basePath, path);
  const match = apiPath === undefined ? undefined : router.find(method, apiPath);
  if (!match) return unknownPath(method, path, basePath);
  if ('others' in match) return wrongMethod(method, path, match.others);
  const { target, params } = match;
  if ('handle' in target) return { operation: target, params };
  return new HttpError(
    501,
    `Not shown in the specification: ${target.name} (${method} ${path}). To add it to the mock, use mockOperation().`,
  );
}

function wrongMethod(method: string, path: string, others: readonly (Operation | Route)[]): HttpError {
  const methods = others.flatMap((other) => ('handle' in other ? [other.method] : []));
  const allow = [...new Set(methods)].join(', ');
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

const documentedPaths = operations.map(({ method, path }) => ({ method, segments: path.split('/').slice(2) }));

/** No documented path has more segments below `/api/`. */
const maxSegments = 4;

/** Suggests a documented path if only the prefix, the slashes or the spelling of a path are wrong. */
function suggestPath(method: string, path: string): string | undefined {
  const segments = path.split('/').filter(Boolean).slice(-maxSegments);
  return segments.map((_, from) => findSimilar(method, segments.slice(from))).find(Boolean);
}

function findSimilar(method: string, sent: readonly string[]): string | undefined {
  const similar = documentedPaths.find(
    (documented) =>
      documented.method === method &&
      documented.segments.length === sent.length &&
      documented.segments.every((segment, at) => isParameter(segment) || stem(segment) === stem(sent[at] ?? '')),
  );
  return (
    similar && `/api/${similar.segments.map((segment, at) => (isParameter(segment) ? sent[at] : segment)).join('/')}`
  );
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/** Returns the part that `productParents`, `product_parent` and `product-parents` have in common. */
function stem(segment: string): string {
  return segment
    .slice(0, 40)
    .toLowerCase()
    .replace(/[-_]/g, '')
    .replace(/(?:ies|y|(?:e?s)*e?)$/, '');
}
