import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { allMethods } from '../../shared/cors.ts';
import { HttpError } from '../../shared/http-error.ts';
import { json } from '../../shared/http-messages.ts';

/** The limit of pipelined requests per connection. Normal clients stay far below it. */
const maxQueued = 2000;

/** Limits pipelined requests per connection, and responds to malformed ones. */
export class Connections {
  readonly #lastResponse = new WeakMap<Duplex, ServerResponse>();
  readonly #queued = new WeakMap<Duplex, number>();
  /** Connections that sent something invalid. Node reports each further chunk of theirs as another error. */
  readonly #rejected = new WeakSet<Duplex>();
  readonly #errors: Readonly<Record<string, readonly [status: number, message: string]>>;

  constructor(maxHeaderSize: number) {
    this.#errors = {
      HPE_HEADER_OVERFLOW: [431, `The request line and the headers are larger than ${maxHeaderSize} bytes`],
      HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk are too large'],
      ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
      CONNECT: [405, 'CONNECT is not supported, because the server is not a proxy'],
    };
  }

  /** Registers a request. Returns false and closes the connection if too many of its requests are waiting. */
  admit({ socket }: IncomingMessage, response: ServerResponse): boolean {
    this.#lastResponse.set(socket, response);
    // A response without a socket waits for an earlier one.
    if (response.socket) return true;
    const queued = (this.#queued.get(socket) ?? 0) + 1;
    if (queued > maxQueued) {
      socket.destroy();
      return false;
    }
    this.#queued.set(socket, queued);
    response.once('close', () => this.#queued.set(socket, (this.#queued.get(socket) ?? 1) - 1));
    return true;
  }

  /** Responds to bytes that are not a valid request, after all earlier requests, and closes the connection. */
  reject(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (this.#rejected.has(socket)) return;
    this.#rejected.add(socket);
    const last = this.#lastResponse.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
    } else if (!last || (last.writableFinished && last.req.complete)) {
      this.#respond(error, socket);
    } else if (last.req.complete) {
      // The invalid bytes follow a complete request, which still gets its response.
      last.once('close', () => (socket.writable ? this.#respond(error, socket) : socket.destroy()));
    } else if (!last.headersSent) {
      // The body of the last request is invalid or late. Its handler is still waiting for it.
      this.#respondTo(last, error);
    } else {
      socket.destroy();
    }
  }

  #respondTo(response: ServerResponse, error: NodeJS.ErrnoException): void {
    const { status, headers, body, text } = this.#createResponse(error);
    response.writeHead(status, headers);
    response.end(body, () => response.destroy());
    // Its handler would wait for the body forever.
    response.req.destroy(new HttpError(status, text));
  }

  /** Writes a response to a connection that has no request to respond to. */
  #respond(error: NodeJS.ErrnoException, socket: Duplex): void {
    const { status, headers, body } = this.#createResponse(error);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    // Not `end`: the client might never close its half of the connection.
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
  }

  #createResponse({ code = '', message }: NodeJS.ErrnoException) {
    const [status, text] = this.#errors[code] ?? [400, `Not a valid HTTP request: ${message}`];
    const { headers, body } = json(status, { success: false, error: text });
    const added = {
      ...(status === 405 && { allow: allMethods }),
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    return { status, headers: { ...headers, ...added }, body, text };
  }
}
