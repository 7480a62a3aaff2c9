import { preview } from '../../src/contract/printable.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import { FetchRequest, toResponse } from '../engine/fetch.ts';
import { parseBaseUrl } from '../shared/base-url.ts';
import type { HttpError } from '../shared/http-error.ts';
import { json, type MockRequest, type MockResponse, routedMethod } from '../shared/http-messages.ts';
import { isObject } from '../shared/json.ts';
import { type ControlHandlers, type ControlRoute, ControlRouter, root, type TextResult } from './define-routes.ts';
import { errorResponse } from './errors.ts';
import { checkParams, parseQuery, readJson } from './request-input.ts';
import { type ControlRoutes, controlRoutes, createHandlers } from './routes/index.ts';

/** Snapshots of large stores are large. */
const defaultMaxBodyBytes = 256 * 1024 * 1024;

const eventHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Tells nginx not to collect the events.
  'x-accel-buffering': 'no',
} as const;

/** Whether a URL belongs to the control API. A URL below the path of the API itself never does. */
export function isControlPath(url: string, prefix: string): boolean {
  if (!url.startsWith(root)) return false;
  const after = url.charAt(root.length);
  if (after !== '' && after !== '/' && after !== '?') return false;
  return prefix === '' || !url.startsWith(`${prefix}/api/`);
}

/** The server or page that a control API belongs to. */
export interface ControlHost {
  /**
   * Checks that a client may use the control API.
   *
   * @param sandboxToken A token that is accepted in addition to that of the server.
   * @throws A {@link HttpError} if it may not.
   */
  authorize(request: MockRequest, sandboxToken?: string): void;
  /**
   * Checks that a new token is long enough for the server. Default: every length is.
   *
   * @throws A TypeError if it is not.
   */
  assertToken?(token: unknown): void;
  /**
   * Returns the base URL of the API, as the client addresses the server.
   *
   * @param path The path of the API. Default: that of the server's own mock. A sandbox has only one.
   */
  baseUrl(request: MockRequest, path?: string): string;
  /** The largest body of a request, in bytes. Default: 256 MiB. */
  readonly maxBodyBytes?: number;
}

const noEvents: AsyncIterable<string> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};

interface Target {
  readonly route: ControlRoute;
  /** The types of the request and the result depend on the route, which the router does not know. */
  readonly handler: (request: object) => unknown;
}

/** The control API of a mock, below `/__mock/`. It gives other processes the features of `MockServer`. */
export class ControlApi {
  readonly #router = new ControlRouter<Target>();
  readonly #mock: MockServer;
  readonly #host: ControlHost;

  /** @param moreHandlers Handlers of routes of the server, in addition to those of the mock. */
  constructor(mock: MockServer, host: ControlHost, moreHandlers: Partial<ControlHandlers<ControlRoutes>> = {}) {
    this.#mock = mock;
    this.#host = host;
    const served: Record<string, ControlRoute> = {};
    const handlers = Object.entries({ ...createHandlers(mock, served), ...moreHandlers });
    for (const [name, handler] of handlers) {
      const route = controlRoutes[name as keyof ControlRoutes];
      served[name] = route;
      this.#router.add(name, { route, handler: handler as Target['handler'] });
    }
  }

  /**
   * Handles a request. Never rejects.
   *
   * @param onAuthorized Called if the client may use the control API.
   */
  async handle(request: MockRequest, onAuthorized?: () => void): Promise<MockResponse> {
    const startedAt = performance.now();
    try {
      this.#host.authorize(request);
      onAuthorized?.();
      const { method, url } = request;
      const { pathname, searchParams } = new URL(url, 'http://mock');
      const { target, params } = this.#router.find(method, pathname);
      const { route, handler } = target;
      checkParams(route, params);
      const query = parseQuery(route, searchParams);
      const sent = await readJson(request, this.#host.maxBodyBytes ?? defaultMaxBodyBytes);
      const { status = 200 } = route;
      // A stream would stay open, although nobody reads it.
      if (route.isStream && method === 'HEAD') return { status, headers: eventHeaders, body: '', stream: noEvents };
      const result = await handler({
        params,
        query,
        body: parseBody(route, sent),
        lastEventId: request.header('last-event-id') ?? undefined,
        baseUrl: this.#host.baseUrl(request),
        serverUrl: this.#host.baseUrl(request, ''),
        assertToken: (token: unknown) => this.#host.assertToken?.(token),
        get signal() {
          return request.signal;
        },
      });
      if (routedMethod(method) !== 'GET') await this.#mock.flush();
      if (route.isStream) return { status, headers: eventHeaders, body: '', stream: result as AsyncIterable<string> };
      // The workbench reads less often what takes long.
      const duration = (performance.now() - startedAt).toFixed(1);
      const headers = { 'cache-control': 'no-store', 'server-timing': `mock;dur=${duration}` };
      if (route.textTypes) {
        const { text, headers: own } = result as TextResult;
        return { status, headers: { ...headers, ...own }, body: text };
      }
      return json(status, result, headers);
    } catch (error) {
      return errorResponse(error);
    }
  }
}

/** @throws A TypeError if a body is not valid, or if the route has none. */
function parseBody({ body }: ControlRoute, sent: unknown): unknown {
  if (body) return body.parse(sent === undefined && body.isOptional ? {} : sent);
  // Some clients send an empty object with every request.
  const isEmpty = sent === undefined || (isObject(sent) && Object.keys(sent).length === 0);
  if (!isEmpty) throw new TypeError(`body: must be absent, received ${preview(sent)}`);
  return undefined;
}

/**
 * Returns a function with the signature of `fetch` that serves the control API of a mock in the same process, at
 * `/__mock/` of any origin. Pass it to `connectMock`. Other requests are sent to the mock itself.
 */
export function createControlFetch(mock: MockServer): MockServer['fetch'] {
  // Code of the same page can use the mock directly, so there is nothing to protect.
  const { origin, path } = parseBaseUrl(mock.baseUrl);
  const api = new ControlApi(mock, {
    authorize: () => undefined,
    baseUrl: (_, apiPath = path) => origin + apiPath,
  });
  return async (input, init) => {
    const request = input instanceof Request && !init ? input : new Request(input, init);
    const control = new FetchRequest(request, init?.body);
    if (!isControlPath(control.url, path)) return mock.fetch(input, init);
    request.signal.throwIfAborted();
    const response = await api.handle(control);
    request.signal.throwIfAborted();
    return toResponse(response, request.method);
  };
}
