/** A request of `node:http`, as the server looks at it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerRequest } from '../exchange.ts';
import { Refusal } from '../refusal.ts';

const decoder = new TextDecoder();

/**
 * A request that came over HTTP. The journal keeps it for its headers, so that it lets go of the rest, the socket and
 * its buffers, once it is answered.
 */
export class HttpRequest implements ServerRequest {
  readonly method: string;
  readonly target: string;
  /** The operation that it was, once it is answered. */
  operation: string | undefined;
  /** The fault that struck it. */
  fault: string | undefined;
  /** Names and values in turn, as they came. */
  readonly #headers: readonly string[];
  #message: IncomingMessage | undefined;
  #response: ServerResponse | undefined;

  constructor(message: IncomingMessage, response: ServerResponse, prefix: string) {
    const url = message.url ?? '/';
    this.method = message.method ?? 'GET';
    this.target = prefix !== '' && url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url;
    this.#headers = message.rawHeaders;
    this.#message = message;
    this.#response = response;
  }

  // Node's own `headers` are made of all of them for each request, and drop a second `Authorization`.
  header(name: string): string | undefined {
    let found: string | undefined;
    for (let at = 0; at < this.#headers.length; at += 2) {
      const key = this.#headers[at];
      if (key?.length !== name.length || key.toLowerCase() !== name) continue;
      found = found === undefined ? this.#headers[at + 1] : `${found}, ${this.#headers[at + 1]}`;
    }
    return found;
  }

  headers(): Iterable<readonly [string, string]> {
    const headers = new Map<string, string>();
    for (let at = 0; at < this.#headers.length; at += 2) {
      const name = this.#headers[at]?.toLowerCase() ?? '';
      headers.set(name, this.header(name) ?? '');
    }
    return headers;
  }

  text(limit: number): Promise<string | undefined> {
    return this.#message ? readText(this.#message, limit) : Promise.resolve(undefined);
  }

  /** Aborted when the client leaves. It is made when it is asked for: hardly any request is. */
  get signal(): AbortSignal {
    const closed = new AbortController();
    if (!this.#response || this.#response.closed) closed.abort();
    else this.#response.once('close', () => closed.abort());
    return closed.signal;
  }

  settled(operation: string | undefined, fault: string | undefined): void {
    this.operation = operation;
    this.fault = fault;
    this.#message = undefined;
    this.#response = undefined;
  }
}

/** The body, or undefined as soon as it is found to be larger than the limit. */
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
    message.once('error', () => reject(new Refusal(400, 'The connection ended before the body did')));
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
