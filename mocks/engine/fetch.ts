import { hasNoBody, readBody } from '../../src/wire/read-body.ts';
import type { MockRequest, MockResponse } from '../shared/http-messages.ts';
import { decodeUtf8 } from '../shared/text-bytes.ts';
import type { HandledRequest } from './handle-request.ts';

const encoder = new TextEncoder();

/** Sends a request to the mock, and converts its response to a `Response`. */
export async function fetchMock(
  handle: (request: MockRequest) => Promise<HandledRequest>,
  input: Request | URL | string,
  init?: RequestInit,
): Promise<Response> {
  const request = input instanceof Request && !init ? input : new Request(input, init);
  const { signal, method } = request;
  signal.throwIfAborted();
  if (request.bodyUsed) throw new TypeError('fetch: the body of the request was already read');
  const { response } = await handle(new FetchRequest(request, init?.body));
  signal.throwIfAborted();
  return toResponse(response, method);
}

/**
 * Converts a response of the mock to a `Response`.
 *
 * @throws A TypeError if a fault dropped the connection, like `fetch`.
 */
export function toResponse({ status, headers, body, stream, connection }: MockResponse, method: string): Response {
  if (connection === 'dropped') throw new TypeError('fetch failed', { cause: connectionReset() });
  if (method === 'HEAD' || hasNoBody(status)) return new Response(null, { status, headers });
  if (stream) return new Response(toByteStream(stream), { status, headers });
  return new Response(connection === 'truncated' ? truncatedStream(body) : body, { status, headers });
}

/** A request of `fetch`. */
export class FetchRequest implements MockRequest {
  readonly method: string;
  readonly url: string;
  readonly #request: Request;
  /** A copy: the caller can change the headers of its request while the call is in progress, and after it. */
  readonly #headers: readonly (readonly [name: string, value: string])[];
  readonly #body: unknown;

  constructor(request: Request, body: unknown) {
    this.method = request.method;
    this.url = requestUrl(request.url);
    this.#request = request;
    // Not `new Headers`: while MSW intercepts, it can repeat headers.
    this.#headers = [...request.headers];
    this.#body = body;
  }

  header(name: string): string | undefined {
    return this.#headers.find(([other]) => other === name)?.[1];
  }

  headers(): Iterable<readonly [string, string]> {
    return this.#headers;
  }

  async text(limit: number): Promise<string | undefined> {
    // Do not read a string through the request: that needs microtasks that fake timers may hold.
    const bytes =
      typeof this.#body === 'string' ? encoder.encode(this.#body) : await readBody(this.#request, limit, this.signal);
    return !bytes || bytes.byteLength > limit ? undefined : decodeUtf8(bytes);
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

/** Returns path and query of the URL of a `Request`, which is absolute and normalized. */
function requestUrl(url: string): string {
  const path = url.indexOf('/', url.indexOf('://') + 3);
  const fragment = url.indexOf('#', path);
  return fragment === -1 ? url.slice(path) : url.slice(path, fragment);
}

function toByteStream(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

function truncatedStream(body: string): ReadableStream<Uint8Array> {
  const bytes = encoder.encode(body);
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.subarray(0, bytes.length / 2));
    },
    pull(controller) {
      controller.error(new TypeError('terminated', { cause: connectionReset() }));
    },
  });
}

function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}
