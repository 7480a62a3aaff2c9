/** Connections: how much one may ask at once, and what is said to what is no request. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { json } from '../../shared/messages.ts';
import { corsHeaders } from './cors.ts';

/** How many requests of a connection may wait for those before them. No client that means well comes near it. */
const maxQueued = 2000;

/** What is under way on the connections of a server. */
export class Connections {
  readonly #last = new WeakMap<Duplex, ServerResponse>();
  readonly #queued = new WeakMap<Duplex, number>();
  readonly #errors: Readonly<Record<string, readonly [status: number, message: string]>>;

  constructor(maxHeaderSize: number) {
    this.#errors = {
      HPE_HEADER_OVERFLOW: [431, `The request line and the headers are larger than ${maxHeaderSize} bytes`],
      HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk are too large'],
      ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
    };
  }

  /** Notes a request down. Where too many wait already, it closes the connection and returns false. */
  admit({ socket }: IncomingMessage, response: ServerResponse): boolean {
    this.#last.set(socket, response);
    // An answer has its socket unless it has to wait for another.
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

  /** Answers what never became a request, in JSON that pages may read too, and closes the connection. */
  refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
    const before = this.#last.get(socket);
    // Into an answer that is under way, nothing may be written; nor after one, while its request still comes in.
    const free = before === undefined || (before.writableFinished && before.req.complete);
    if (!socket.writable || !free || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [status, message] = this.#errors[error.code ?? ''] ?? [400, `Not a valid HTTP request: ${error.message}`];
    const { headers, body } = json(status, { success: false, error: message });
    const [allowOrigin, anyOrigin] = corsHeaders;
    const fields = {
      ...headers,
      [allowOrigin]: anyOrigin,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    // Not `end`: the other side might never close its half.
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
  }
}
