import { hasMethods } from '../contract/printable.ts';

/** Whether HTTP forbids a body in a response with this status. */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** The body of a request or a response. Not every browser has a stream for a request, and not every `fetch` has one. */
interface Message {
  readonly body?: unknown;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * Reads the body of a request or a response. Returns `undefined` if it has more bytes than the limit.
 *
 * @throws The reason of the signal if it is aborted before the end.
 */
export async function readBody(
  message: Message,
  limit: number | false,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const maxBytes = limit === false ? Number.POSITIVE_INFINITY : limit;
  if (isStream(message.body)) return readBytes(message.body, maxBytes, signal);
  const bytes = new Uint8Array(await message.arrayBuffer());
  return bytes.length > maxBytes ? undefined : bytes;
}

function isStream(body: unknown): body is ReadableStream<Uint8Array> {
  return hasMethods(body, 'getReader');
}

/**
 * Reads a stream of bytes. Stops and returns `undefined` as soon as it has more bytes than the limit, because a small
 * compressed body can fill the memory, and a stream may never end.
 *
 * @throws The reason of the signal if it is aborted before the end.
 */
export async function readBytes(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  signal?.throwIfAborted();
  const reader = stream.getReader();
  // The source of the stream may ignore the signal. The reader of a custom `fetch` may throw.
  const cancel = (): void => void (async () => reader.cancel(signal?.reason))().catch(() => {});
  signal?.addEventListener('abort', cancel);
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (!ArrayBuffer.isView(next.value)) throw new TypeError('the stream must have chunks of bytes');
      chunks.push(next.value);
      size += next.value.byteLength;
      if (size > limit) {
        cancel();
        return undefined;
      }
    }
    // A canceled stream ends like a complete one.
    signal?.throwIfAborted();
    return concatenate(chunks, size);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
