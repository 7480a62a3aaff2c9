/** The control API below `/__mock/`: what `MockServer` offers in the same process, for programs in another. */
import type { IncomingMessage } from 'node:http';
import type * as z from 'zod/mini';
import { type Issue, validate } from '../../src/contract/validate.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import { json, type MockResponse } from '../shared/messages.ts';
import { readText } from '../shared/read-text.ts';
import { Router } from '../shared/router.ts';
import { InvalidRecordError } from '../store/errors.ts';
import { denialReason } from './access.ts';
import { type ControlContext, ControlError, type ControlHandler, controlRoutes } from './routes.ts';

const root = '/__mock';

/** A snapshot of a large store is large. */
const maxBodyBytes = 256 * 1024 * 1024;

/** Whether a path is the control API's: those of the API itself, which may have any prefix, never are. */
export function isControlPath(url: string, prefix: string): boolean {
  if (!url.startsWith(root)) return false;
  const after = url.charAt(root.length);
  if (after !== '' && after !== '/' && after !== '?') return false;
  return prefix === '' || !url.startsWith(`${prefix}/api/`);
}

/** The control API of a mock. */
export class ControlApi {
  readonly #router = new Router<ControlHandler>();
  readonly #allowedHosts: readonly string[];

  constructor(mock: MockServer, allowedHosts: readonly string[]) {
    this.#allowedHosts = allowedHosts;
    for (const [method, path, operate] of controlRoutes(mock)) this.#router.add(method, root + path, operate);
  }

  /** Handles a request. Never rejects. */
  async handle(message: IncomingMessage): Promise<MockResponse> {
    try {
      const reason = denialReason(message.headers, this.#allowedHosts);
      if (reason !== undefined) throw new ControlError(403, reason);
      const { method = 'GET', url = root, headers } = message;
      const { pathname, searchParams } = new URL(url, 'http://mock');
      const found = this.#router.find(method, pathname.replace(/\/$/, ''));
      if (!found) throw new ControlError(404, `No such path: ${pathname}. GET ${root}/ lists them.`);
      if ('others' in found)
        throw new ControlError(405, `No ${method} for ${pathname}. GET ${root}/ lists what there is.`);
      const body = await readJson(message);
      const call: ControlContext = {
        params: found.params,
        query: searchParams,
        body: (schema) => parse(schema, body),
        json: body,
        origin: `http://${headers.host}`,
      };
      const { status = 200, value } = found.target(call);
      return json(status, value, { 'cache-control': 'no-store' });
    } catch (error) {
      return refused(error);
    }
  }
}

/** The JSON of a body; undefined where there is none. */
async function readJson(message: IncomingMessage): Promise<unknown> {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': encoding } = message.headers;
  if (encoding === undefined && Number(length ?? 0) === 0) return undefined;
  // A form of another page can send any other type without asking.
  if (!/^application\/json\s*(?:;|$)/i.test(type ?? '')) {
    throw new ControlError(415, `Expected Content-Type application/json, received ${type || 'none'}`);
  }
  const text = await readText(message, maxBodyBytes);
  if (text === undefined) throw new ControlError(413, `Body too large: at most ${maxBodyBytes} bytes are read`);
  try {
    return JSON.parse(text);
  } catch {
    throw new ControlError(400, 'Expected JSON, received a text that is not JSON');
  }
}

function parse<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const checked = validate(schema, body);
  if (!checked.ok) throw new ControlError(400, 'The body is not as expected', checked.issues);
  return checked.value;
}

function refused(error: unknown): MockResponse {
  if (error instanceof InvalidRecordError) return failure(400, error.message, error.issues);
  if (error instanceof ControlError) return failure(error.status, error.message, error.issues);
  // What the mock throws at a wrong argument says what is wrong with it.
  if (error instanceof TypeError || error instanceof RangeError) return failure(400, error.message);
  return failure(500, `The mock failed: ${error instanceof Error ? error.message : String(error)}`);
}

function failure(status: number, error: string, issues?: readonly Issue[]): MockResponse {
  return json(status, { error, ...(issues && { issues }) });
}
