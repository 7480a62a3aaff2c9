import type { PathParameters } from '../../src/contract/endpoint.ts';

/**
 * A route of the control API, without the `/__mock` before the path. The query parameters follow the path:
 * `GET /journal?operation&limit`. Braces stand for names that the handler checks: `GET /db/{table}?{field}`.
 */
type ControlRoute = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

type PathOf<Route extends string> = Route extends `${infer Path}?${string}` ? Path : Route;

/** A request to the control API. */
interface ControlRequest<Route extends string = string> {
  readonly params: PathParameters<PathOf<Route>>;
  readonly query: URLSearchParams;
  /** The body as JSON. Undefined if there is none. */
  readonly json: unknown;
  /** The header `Last-Event-ID`. */
  readonly lastEventId: string | undefined;
  /** The base URL of the API, as the client addresses the server. */
  readonly baseUrl: string;
  /**
   * Checks that a new token is long enough for the server.
   *
   * @throws A TypeError if it is not.
   */
  readonly assertToken: (token: unknown) => void;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal | undefined;
}

/** A status (default: 200) and a value for the JSON body. */
interface ControlResult {
  readonly status?: number;
  readonly value?: unknown;
  /** The parts of a stream of events, in place of the body. */
  readonly events?: AsyncIterable<string>;
}

/** Handles a request. */
export type ControlHandler<Route extends string = string> = (
  request: ControlRequest<Route>,
) => ControlResult | Promise<ControlResult>;

/** Declares routes. The path of each route types the parameters of its handler. */
export function defineRoutes<const Route extends ControlRoute>(
  routes: {
    readonly [Each in Route]: ControlHandler<Each>;
  },
) {
  return routes;
}

/** Creates the result of a successful request. */
export function ok(value: unknown): ControlResult {
  return { value };
}

/** Creates the result of a request that created something. */
export function created(value: unknown): ControlResult {
  return { status: 201, value };
}
