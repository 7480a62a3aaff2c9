/** A request of `node:http`, as the server looks at it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '../../shared/http-error.ts';
import type { MockRequest } from '../../shared/messages.ts';

const decoder = new TextDecoder();

/** A request that came over HTTP. */
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
    return headerOf(this.#message.rawHeaders, name);
  }

  headers(): Iterable<readonly [string, string]> {
    return new RawHeaders(this.#message.rawHeaders);
  }

  text(limit: number): Promise<string | undefined> {
    return readText(this.#message, limit);
  }

  /** Aborted when the client leaves. It is made when it is asked for: hardly any request is. */
  get signal(): AbortSignal {
    const closed = new AbortController();
    if (this.#response.closed) closed.abort();
    else this.#response.once('close', () => closed.abort());
    return closed.signal;
  }
}

/** Names and values in turn, as they came. They are made into headers when somebody looks: the journal keeps many. */
class RawHeaders implements Iterable<readonly [string, string]> {
  readonly #raw: readonly string[];

  constructor(raw: readonly string[]) {
    this.#raw = raw;
  }

  *[Symbol.iterator](): Generator<readonly [string, string]> {
    const names = new Set(this.#raw.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
    for (const name of names) yield [name, headerOf(this.#raw, name) ?? ''];
  }
}

/** The value of a header. Node's own `headers` are made of all of them, and drop a second `Authorization`. */
function headerOf(raw: readonly string[], name: string): string | undefined {
  let found: string | undefined;
  for (let at = 0; at < raw.length; at += 2) {
    const key = raw[at];
    if (key?.length !== name.length || key.toLowerCase() !== name) continue;
    found = found === undefined ? raw[at + 1] : `${found}, ${raw[at + 1]}`;
  }
  return found;
}

/** The body, or undefined as soon as it is loaded to be larger than the limit. */
export function readText(message: IncomingMessage, limit: number): Promise<string | undefined> {
  if (Number(message.headers['content-length'] ?? 0) > limit) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      resolve(undefined);
    });
    message.once('end', () => resolve(decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))));
    message.once('error', () => reject(new HttpError(400, 'The connection ended before the body did')));
  });
}

/** How much of a body is read after the answer. Most clients look for one only when they have sent all. */
const maxDiscarded = 16 * 1024 * 1024;

/** Reads what is left of a body that nobody wants, within bounds: then the connection is good for the next request. */
export function discardRest(message: IncomingMessage): void {
  let discarded = 0;
  message.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > maxDiscarded) message.destroy();
  });
}
