import { HttpError } from '../../shared/http-error.ts';

/**
 * Reads a request body up to a limit, and returns the request with it.
 *
 * @throws A {@link HttpError} with status 413 if the body is larger. A body that is not much larger is read to its end:
 * most clients read the response only after they have sent it.
 */
export async function readRequest(request: Request, maxBytes: number): Promise<Request> {
  const tooLarge = () => new HttpError(413, `Request body too large: the limit is ${maxBytes} bytes`);
  if (!request.body) return request;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of readChunks(request.body)) {
    size += chunk.byteLength;
    if (size <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
    if (size > maxBytes + maxDrainedBytes) break;
  }
  if (size > maxBytes) throw tooLarge();
  const { method, headers, signal } = request;
  return new Request(request.url, { method, headers, signal, body: new Blob(chunks) });
}

/** The bytes beyond the limit that are read and discarded. */
const maxDrainedBytes = 16 * 1024 * 1024;

async function* readChunks(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
