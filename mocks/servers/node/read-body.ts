import type { IncomingMessage } from 'node:http';
import { HttpError } from '../../shared/http-error.ts';

/**
 * Reads a body. Resolves with undefined as soon as it has more bytes than the limit.
 *
 * @throws An {@link HttpError} if the connection ends before the body is complete.
 */
export function collectBody(message: IncomingMessage, limit: number): Promise<Buffer | undefined> {
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

/** Most clients read the response only after they have sent the whole body. */
const maxDrainedBytes = 16 * 1024 * 1024;

/**
 * Reads and discards the rest of a body, up to a limit, so that the connection can be used for the next request.
 *
 * @param onLimit Called if the body is larger.
 */
export function drainBody(message: IncomingMessage, onLimit: () => void): void {
  if (message.complete) return;
  let drained = 0;
  const count = (chunk: Buffer) => {
    drained += chunk.length;
    if (drained <= maxDrainedBytes) return;
    message.off('data', count);
    onLimit();
  };
  message.on('data', count);
  message.resume();
}
