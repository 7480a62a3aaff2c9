import type * as z from 'zod/mini';
import type { PathParameters } from '../../src/contract/endpoint.ts';
import { HttpError } from '../shared/http-error.ts';
import { routedMethod } from '../shared/http-messages.ts';
import { parseOptions } from '../shared/parse-options.ts';
import { type Match, Router } from '../shared/router.ts';

/** The path of the control API. */
export const root = '/__mock';

/** The method and the path of a route, without the `/__mock` before the path. */
type ControlPath = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** The JSON body of a request. */
export interface ControlBody<Schema extends z.ZodMiniType = z.ZodMiniType, Parsed = unknown> {
  /** Describes the body. */
  readonly schema: Schema;
  /** Whether the body can be omitted, which has the effect of `{}`. */
  readonly isOptional: boolean;
  /**
   * Validates the body and returns the part that the handler needs. Some bodies are validated by the mock itself, whose
   * messages are the same in its own process.
   */
  readonly parse: (json: unknown) => Parsed;
}

/** A route of the control API, as data. */
export interface ControlRoute {
  /** The name of the operation, which is unique: `faults.add`. */
  readonly name: string;
  /** The effect of the route, in one sentence. */
  readonly description: string;
  /** The parameters in the path that cannot have any text. */
  readonly params?: Readonly<Record<string, z.ZodMiniType<string>>>;
  /** The parameters of the query. With a catchall, the handler checks their names. */
  readonly query?: z.ZodMiniObject;
  readonly body?: ControlBody;
  /** The status of a successful response. Default: 200. */
  readonly status?: 201;
  /** The JSON of a successful response. */
  readonly response: z.ZodMiniType;
  /** Whether the response is a stream of server-sent events, which {@link response} describes. */
  readonly isStream?: true;
  /** The media types of texts that a response can be in place of JSON. The handler names the one of its response. */
  readonly textTypes?: readonly string[];
}

/** Routes by method and path. */
export type ControlRouteTable = Readonly<Record<ControlPath, ControlRoute>>;

/** Declares routes and keeps their literal types. */
export function defineRoutes<const Routes extends ControlRouteTable>(routes: Routes): Routes {
  return routes;
}

/** Declares a body that its schema validates. The secret fields do not appear in errors. */
export function body<Schema extends z.ZodMiniType>(
  schema: Schema,
  subject: string,
  secret?: readonly string[],
): ControlBody<Schema, z.output<Schema>> & { readonly isOptional: false } {
  return { schema, isOptional: false, parse: (json) => parseOptions(schema, json, subject, secret) };
}

/** Declares a body that can be omitted. See {@link body}. */
export function optionalBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  subject: string,
  secret?: readonly string[],
): ControlBody<Schema, z.output<Schema>> & { readonly isOptional: true } {
  return { ...body(schema, subject, secret), isOptional: true };
}

/** The parameters in the path of a route. */
export type ParamsOf<Path, Route> = {
  readonly [Name in keyof PathParameters<Path & string>]: Route extends {
    readonly params: { readonly [Key in Name]: z.ZodMiniType<infer Value> };
  }
    ? Value
    : string;
};

/** The parameters of the query of a route. */
export type QueryOf<Route> = Route extends { readonly query: infer Query extends z.ZodMiniObject }
  ? z.output<Query>
  : unknown;

/** A request to the control API. */
export interface ControlRequest<Path, Route> {
  readonly params: ParamsOf<Path, Route>;
  readonly query: QueryOf<Route>;
  readonly body: Route extends { readonly body: { parse(json: unknown): infer Parsed } } ? Parsed : undefined;
  /** The header `Last-Event-ID`. */
  readonly lastEventId: string | undefined;
  /** The base URL of the API, as the client addresses the server. */
  readonly baseUrl: string;
  /** The URL before `/__mock/`, as the client addresses the server. */
  readonly serverUrl: string;
  /**
   * Checks that a new token is long enough for the server.
   *
   * @throws A TypeError if it is not.
   */
  readonly assertToken: (token: unknown) => void;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal | undefined;
}

/** A response that is a text, for example a file. */
export interface TextResult {
  readonly text: string;
  readonly headers: { readonly 'content-type': string; readonly [name: string]: string };
}

/** The value of the JSON response of a route, the parts of its stream, or its text. */
export type ControlResult<Route> = Route extends { readonly isStream: true }
  ? AsyncIterable<string>
  : Route extends { readonly textTypes: readonly string[] }
    ? TextResult
    : Route extends { readonly response: infer Response extends z.ZodMiniType }
      ? z.output<Response>
      : never;

/** A function for each route. A route without one does not compile. */
export type ControlHandlers<Routes extends ControlRouteTable> = {
  readonly [Path in keyof Routes]: (
    request: ControlRequest<Path, Routes[Path]>,
  ) => ControlResult<Routes[Path]> | Promise<ControlResult<Routes[Path]>>;
};

/** Lists routes with their parameters: `GET /__mock/journal?operation&limit`. Braces stand for any name. */
export function listPaths(routes: ControlRouteTable): readonly string[] {
  return Object.entries(routes).map(([route, { query }]) => {
    const names = query ? [...Object.keys(query.shape), ...(query.def.catchall ? ['{field}'] : [])] : [];
    return route.replace(' ', ` ${root}`) + (names.length > 0 ? `?${names.join('&')}` : '');
  });
}

/** The routes of a control API, by method and path. */
export class ControlRouter<Target> {
  readonly #router = new Router<{ readonly method: string; readonly target: Target }>();

  /** Adds a route, for example `GET /faults`. */
  add(route: string, target: Target): void {
    const [method = '', path = ''] = route.split(' ');
    this.#router.add(method, withoutSlash(root + path), { method, target });
  }

  /**
   * Returns the target of a request.
   *
   * @throws An {@link HttpError} with status 404 for an unknown path, or with 405 for a method of others.
   */
  find(method: string, path: string): Match<Target> {
    const found = this.#router.find(routedMethod(method), withoutSlash(path));
    if (!found) throw new HttpError(404, `Unknown path ${path}. GET ${root}/ lists the valid ones.`);
    if ('others' in found) {
      const allow = found.others.flatMap((other) => (other.method === 'GET' ? ['GET', 'HEAD'] : [other.method]));
      const headers = { allow: [...new Set(allow)].join(', ') };
      throw new HttpError(405, `${path} does not accept ${method}. Valid methods: ${headers.allow}.`, { headers });
    }
    return { target: found.target.target, params: found.params };
  }
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}
