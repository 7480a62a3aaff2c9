/** The server as a function with the signature of `fetch`. */
import type { ServerAnswer, ServerRequest } from './exchange.ts';

/** Sends a request to the server and makes a Response of its answer. */
export async function respond(
  handle: (request: ServerRequest) => Promise<ServerAnswer>,
  prefix: string,
  request: Request,
): Promise<Response> {
  const { signal, method } = request;
  signal.throwIfAborted();
  const { pathname, search } = new URL(request.url);
  const { status, headers, body, broken } = await handle({
    method,
    target: (prefix !== '' && pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname) + search,
    header: (name) => request.headers.get(name),
    headers: () => request.headers,
    async text(limit) {
      const bytes = await request.arrayBuffer();
      return bytes.byteLength > limit ? undefined : new TextDecoder().decode(bytes);
    },
    signal,
  });
  signal.throwIfAborted();
  // What fetch rejects with where a connection breaks.
  if (broken === 'before') throw new TypeError('fetch failed', { cause: connectionReset() });
  if (method === 'HEAD') return new Response(null, { status, headers });
  return new Response(broken === 'within' ? halfOf(body) : body, { status, headers });
}

function halfOf(body: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
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
