import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '../../shared/http-error.ts';
import type { MockRequest } from '../../shared/http-messages.ts';
import { decodeUtf8 } from '../../shared/text-bytes.ts';

/** A request of `node:http`. */
export class HttpRequest implements MockRequest {
  readonly method: string;
  readonly url: string;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(message: IncomingMessage, response: ServerResponse) {
    this.method = message.method ?? 'GET';
    this.url = message.url ?? '/';
    this.#message = message;
    this.#response = response;
  }

  header(name: string): string | undefined {
    return findHeader(this.#message.rawHeaders, name);
  }

  headers(): Iterable<readonly [string, string]> {
    const { rawHeaders } = this.#message;
    return {
      // Node lists names and values in turn. Converted on access, because the journal keeps many.
      *[Symbol.iterator]() {
        const names = new Set(rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
        for (const name of names) yield [name, findHeader(rawHeaders, name) ?? ''];
      },
    };
  }

  /** @throws An {@link HttpError} if the connection ends before the body, or if the body is not UTF-8. */
  async text(limit: number): Promise<string | undefined> {
    if (Number(this.header('content-length') ?? 0) > limit) return undefined;
    const bytes = await collectBody(this.#message, limit);
    return bytes && decodeUtf8(bytes);
  }

  discard(): void {
    // The rest arrives when the response is sent, or the time limit for the request ends.
    drainBody(this.#message, () => this.#message.pause());
  }

  /** Aborted when the client disconnects. Created on access, because most requests do not need it. */
  get signal(): AbortSignal {
    const closed = new AbortController();
    if (this.#response.closed) closed.abort();
    else this.#response.once('close', () => closed.abort());
    return closed.signal;
  }
}

/** Returns the value of a header. Node's own `headers` parses all of them, and drops a second `Authorization`. */
function findHeader(raw: readonly string[], name: string): string | undefined {
  let found: string | undefined;
  for (let at = 0; at < raw.length; at += 2) {
    const key = raw[at];
    if (key?.length !== name.length || key.toLowerCase() !== name) continue;
    found = found === undefined ? raw[at + 1] : `${found}, ${raw[at + 1]}`;
  }
  return found;
}

/**
 * Reads a body. Resolves with undefined as soon as it has more bytes than the limit.
 *
 * @throws An {@link HttpError} if the connection ends before the body is complete.
 */
function collectBody(message: IncomingMessage, limit: number): Promise<Buffer | undefined> {
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
