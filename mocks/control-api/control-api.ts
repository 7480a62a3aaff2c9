import type { Issue } from '../../src/contract/validate.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import { HttpError } from '../shared/http-error.ts';
import { json, type MockRequest, type MockResponse } from '../shared/messages.ts';
import { Router } from '../shared/router.ts';
import { InvalidRecordError } from '../store/errors.ts';
import { controlDenial } from './access.ts';
import type { ControlHandler } from './define-routes.ts';
import { assertParameters } from './query.ts';
import { controlRoutes } from './routes.ts';

const root = '/__mock';

/** Snapshots of large stores are large. */
const maxBodyBytes = 256 * 1024 * 1024;

/** Whether a URL belongs to the control API. A URL below the path of the API itself never does. */
export function isControlPath(url: string, prefix: string): boolean {
  if (!url.startsWith(root)) return false;
  const after = url.charAt(root.length);
  if (after !== '' && after !== '/' && after !== '?') return false;
  return prefix === '' || !url.startsWith(`${prefix}/api/`);
}

interface Target {
  /** The names of the query parameters. Undefined if the handler checks them. */
  readonly parameters: readonly string[] | undefined;
  readonly handler: ControlHandler;
}

/** The control API of a mock, below `/__mock/`. It gives other processes the features of `MockServer`. */
export class ControlApi {
  readonly #router = new Router<Target>();
  readonly #allowedHosts: readonly string[];

  constructor(mock: MockServer, allowedHosts: readonly string[]) {
    this.#allowedHosts = allowedHosts;
    const paths: string[] = [];
    const routes = { 'GET /': () => ({ value: { paths } }), ...controlRoutes(mock) };
    for (const [route, handler] of Object.entries(routes)) {
      const [, method = '', path = '', query = ''] = /^(\w+) (\/[^?]*)\??(.*)$/.exec(route) ?? [];
      const parameters = query.startsWith('{') ? undefined : query.split('&').filter(Boolean);
      // The router passes the parameters that the path names, but its type cannot say so.
      this.#router.add(method, withoutSlash(root + path), { parameters, handler: handler as ControlHandler });
      paths.push(`${method} ${root}${path}${query && `?${query}`}`);
    }
  }

  /** Handles a request. Never rejects. */
  async handle(request: MockRequest): Promise<MockResponse> {
    try {
      const reason = controlDenial(request, this.#allowedHosts);
      if (reason !== undefined) throw new HttpError(403, reason);
      const { method, url } = request;
      const { pathname, searchParams } = new URL(url, 'http://mock');
      const found = this.#router.find(method, withoutSlash(pathname));
      if (!found) throw new HttpError(404, `Unknown path ${pathname}. GET ${root}/ lists the valid ones.`);
      if ('others' in found) {
        throw new HttpError(405, `${pathname} does not accept ${method}. GET ${root}/ lists the valid methods.`);
      }
      const { parameters, handler } = found.target;
      if (parameters) assertParameters(searchParams, parameters);
      const { status = 200, value } = handler({
        params: found.params,
        query: searchParams,
        json: await readJson(request),
        origin: `http://${request.header('host')}`,
      });
      return json(status, value, { 'cache-control': 'no-store' });
    } catch (error) {
      return errorResponse(error);
    }
  }
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}

/** Returns the JSON of the body. Returns undefined if there is none. */
async function readJson(request: MockRequest): Promise<unknown> {
  const length = Number(request.header('content-length') ?? 0);
  if (length === 0 && !request.header('transfer-encoding')) return undefined;
  const type = request.header('content-type') ?? '';
  // Browsers let pages of any origin send other types, for example those of forms, without a preflight.
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new HttpError(415, `Content-Type: must be application/json, received ${type || 'none'}`);
  }
  const text = await request.text(maxBodyBytes);
  if (text === undefined) throw new HttpError(413, `Request body too large: the limit is ${maxBodyBytes} bytes`);
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, 'The request body must be JSON');
  }
}

function errorResponse(error: unknown): MockResponse {
  if (error instanceof InvalidRecordError) return failure(400, error.message, error.issues);
  if (error instanceof HttpError) return failure(error.status, error.message);
  // The mock throws these for invalid arguments, with a message for the caller.
  if (error instanceof TypeError || error instanceof RangeError) return failure(400, error.message);
  return failure(500, `The mock failed: ${error instanceof Error ? error.message : String(error)}`);
}

function failure(status: number, error: string, issues?: readonly Issue[]): MockResponse {
  return json(status, { error, ...(issues && { issues }) });
}
