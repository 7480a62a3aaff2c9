import type { PathParameters } from '../../src/contract/endpoint.ts';

/**
 * A route of the control API, without the `/__mock` before the path. The query parameters follow the path:
 * `GET /journal?operation&limit`. Braces stand for names that the handler checks: `GET /db/{table}?{field}`.
 */
type ControlRoute = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;

type PathOf<Route extends string> = Route extends `${infer Path}?${string}` ? Path : Route;

/** A request to the control API. */
interface ControlRequest<Route extends string = string> {
  readonly params: PathParameters<PathOf<Route>>;
  readonly query: URLSearchParams;
  /** The body as JSON. Undefined if there is none. */
  readonly json: unknown;
  /** The origin of the server, as the client addresses it. */
  readonly origin: string;
}

/** Handles a request. Returns a status (default: 200) and a value for the JSON body. */
export type ControlHandler<Route extends string = string> = (request: ControlRequest<Route>) => {
  readonly status?: number;
  readonly value: unknown;
};

/** Declares routes. The path of each route types the parameters of its handler. */
export function defineRoutes<const Route extends ControlRoute>(
  routes: {
    readonly [Each in Route]: ControlHandler<Each>;
  },
) {
  return routes;
}
