import type { IncomingMessage } from 'node:http';
import { HttpError } from './http-error.ts';
import { decodeUtf8 } from './utf8.ts';

/**
 * Reads a body as text. Resolves with undefined as soon as it has more bytes than the limit.
 *
 * @throws An {@link HttpError} if the connection ends before the body, or if the body is not UTF-8.
 */
export async function readText(message: IncomingMessage, limit: number): Promise<string | undefined> {
  if (Number(message.headers['content-length'] ?? 0) > limit) return undefined;
  const bytes = await readBytes(message, limit);
  return bytes && decodeUtf8(bytes);
}

function readBytes(message: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const fail = (error?: Error) =>
      reject(
        error instanceof HttpError
          ? error
          : new HttpError(400, 'The connection ended before the request body was complete'),
      );
    // A stream that was destroyed emits no more events.
    if (message.destroyed) {
      fail();
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const collect = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      message.off('data', collect);
      message.pause();
      resolve(undefined);
    };
    message.on('data', collect);
    message.once('end', () => resolve(Buffer.concat(chunks)));
    message.once('error', fail);
  });
}
