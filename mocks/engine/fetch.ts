/** The server as a function with the signature of `fetch`. */
import type { MockRequest, MockResponse } from '../shared/messages.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The statuses with which a Response takes no body. */
const bodyless = [204, 205, 304];

/** Sends a request to the server and makes a Response of its answer. */
export async function fetchMock(
  handle: (request: MockRequest) => Promise<MockResponse>,
  input: Request | URL | string,
  init?: RequestInit,
): Promise<Response> {
  const request = input instanceof Request && !init ? input : new Request(input, init);
  const { signal, method } = request;
  signal.throwIfAborted();
  if (request.bodyUsed) throw new TypeError('fetch: the body of the request has been read before');
  const { status, headers, body, broken } = await handle(new FetchRequest(request, init?.body));
  signal.throwIfAborted();
  // What fetch rejects with where a connection breaks.
  if (broken === 'before') throw new TypeError('fetch failed', { cause: connectionReset() });
  if (method === 'HEAD' || bodyless.includes(status)) return new Response(null, { status, headers });
  return new Response(broken === 'within' ? halfOf(body) : body, { status, headers });
}

/** A request that came by `fetch`. */
class FetchRequest implements MockRequest {
  readonly method: string;
  readonly url: string;
  readonly #request: Request;
  readonly #body: unknown;

  constructor(request: Request, body: unknown) {
    this.method = request.method;
    this.url = targetOf(request.url);
    this.#request = request;
    this.#body = body;
  }

  header(name: string): string | null {
    return this.#request.headers.get(name);
  }

  headers(): Headers {
    return this.#request.headers;
  }

  async text(limit: number): Promise<string | undefined> {
    // It need not be read where it is at hand, which takes microtasks that fake timers may hold.
    const bytes = typeof this.#body === 'string' ? encoder.encode(this.#body) : await this.#request.arrayBuffer();
    return bytes.byteLength > limit ? undefined : decoder.decode(bytes);
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

/** Path and query of a URL as requests have them: absolute, and in its normal form. */
function targetOf(url: string): string {
  const path = url.indexOf('/', url.indexOf('://') + 3);
  const fragment = url.indexOf('#', path);
  return fragment === -1 ? url.slice(path) : url.slice(path, fragment);
}

function halfOf(body: string): ReadableStream<Uint8Array> {
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
