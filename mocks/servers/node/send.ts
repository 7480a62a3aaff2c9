import type { ServerResponse } from 'node:http';
import type { MockResponse } from '../../shared/http-messages.ts';

/** Milliseconds that a client may leave a response unread. */
const readTimeout = 30_000;

/** Adds the path that a proxy removes to the link to the next page. */
export function withPrefix(response: MockResponse, prefix: string): MockResponse {
  const { link } = response.headers;
  if (prefix === '' || !link?.startsWith('</')) return response;
  return { ...response, headers: { ...response.headers, link: `<${prefix}${link.slice(1)}` } };
}

/** A response whose body can be bytes. */
export interface SendableResponse extends Omit<MockResponse, 'body'> {
  readonly body: string | Uint8Array;
}

/**
 * Sends a response.
 *
 * @param addedHeaders Names and values in turn. The response may replace them.
 * @param fixedHeaders The same for headers that the response may not replace.
 */
export function send(
  response: ServerResponse,
  { status, headers, body, stream, connection }: SendableResponse,
  addedHeaders: readonly string[] = [],
  fixedHeaders: readonly string[] = [],
): void {
  // Invalid bytes on the connection may have been responded to already.
  if (response.headersSent) return;
  if (connection === 'dropped') {
    response.destroy();
    return;
  }
  // Names and values in turn, as Node writes them. An object would be slower.
  const fields = [...fixedHeaders];
  for (const name in headers) if (!fixedHeaders.includes(name)) fields.push(name, headers[name] ?? '');
  for (let at = 0; at < addedHeaders.length; at += 2) {
    const name = addedHeaders[at] ?? '';
    if (!Object.hasOwn(headers, name)) fields.push(name, addedHeaders[at + 1] ?? '');
  }
  if (stream) {
    response.writeHead(status, fields);
    sendStream(response, stream).catch(() => response.destroy());
    return;
  }
  const size = Buffer.byteLength(body);
  // These statuses have no body, and therefore no length.
  if (status !== 204 && status !== 304) fields.push('content-length', String(size));
  response.writeHead(status, fields);
  if (connection === 'truncated') {
    response.write(Buffer.from(body).subarray(0, size / 2), () => response.destroy());
    return;
  }
  // Node joins a string with the headers, which is faster, but also encodes the headers like the string.
  if (typeof body === 'string' && size === body.length) response.end(body, 'latin1');
  else response.end(Buffer.from(body));
  if (response.socket && response.socket.writableLength > 0) {
    response.setTimeout(readTimeout, () => response.destroy());
  }
}

/** Sends the parts of a body as they are created, at the pace of the client. */
async function sendStream(response: ServerResponse, parts: AsyncIterable<string>): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  response.once('close', () => void iterator.return?.());
  response.flushHeaders();
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    if (!response.write(next.value)) await untilDrained(response);
  }
  response.end();
}

function untilDrained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off('drain', end);
      response.off('close', end);
      resolve();
    };
    response.on('drain', end);
    response.on('close', end);
  });
}
