/** The server as a function with the signature of `fetch`. */
import type { ServerAnswer, ServerRequest } from './exchange.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The statuses with which a Response takes no body. */
const bodyless = [204, 205, 304];

/** Sends a request to the server and makes a Response of its answer. */
export async function respond(
  handle: (request: ServerRequest) => Promise<ServerAnswer>,
  prefix: string,
  input: Request | URL | string,
  init?: RequestInit,
): Promise<Response> {
  const request = input instanceof Request && !init ? input : new Request(input, init);
  const { signal, method } = request;
  signal.throwIfAborted();
  if (request.bodyUsed) throw new TypeError('fetch: the body of the request has been read before');
  const { pathname, search } = new URL(request.url);
  const { status, headers, body, broken } = await handle({
    method,
    target: (prefix !== '' && pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname) + search,
    header: (name) => request.headers.get(name),
    headers: () => request.headers,
    async text(limit) {
      // It need not be read where it is at hand, which takes microtasks that fake timers may hold.
      const bytes = typeof init?.body === 'string' ? encoder.encode(init.body) : await request.arrayBuffer();
      return bytes.byteLength > limit ? undefined : decoder.decode(bytes);
    },
    signal,
  });
  signal.throwIfAborted();
  // What fetch rejects with where a connection breaks.
  if (broken === 'before') throw new TypeError('fetch failed', { cause: connectionReset() });
  if (method === 'HEAD' || bodyless.includes(status)) return new Response(null, { status, headers });
  return new Response(broken === 'within' ? halfOf(body) : body, { status, headers });
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
