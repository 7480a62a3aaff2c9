/** A request as it goes out, and what came back. */

/** The request of an exchange. */
export interface WireRequest {
  readonly method: string;
  /** The URL without its query, for messages. */
  readonly url: string;
  /** The path, without the base URL's prefix, for messages. */
  readonly path: string;
  /** The query with its question mark, or nothing. */
  readonly search: string;
  /** The body as JSON text. */
  readonly body: string | undefined;
}

/** An answer, read to its end. */
export interface Exchange {
  readonly request: WireRequest;
  /** The answer; its body has been read, into `bytes`. */
  readonly response: Response;
  readonly bytes: ArrayBuffer;
  /** The token that was sent, so that no message repeats it. */
  readonly token: string;
}

/** A new response that holds what came, so that each reader has a body to read. */
export function toResponse({ response, bytes }: Exchange): Response {
  // An opaque redirect, which browsers alone have, is like a network error: no program can make another one.
  if (response.status === 0) return response;
  const bodyless = [204, 205, 304].includes(response.status);
  return Object.defineProperty(new Response(bodyless ? null : bytes, response), 'url', { value: response.url });
}

/** The text of a body. */
export function toText({ bytes }: Exchange): string {
  return new TextDecoder().decode(bytes);
}

/** The service's name for an exchange, to quote to support. */
export function requestId({ response }: Exchange): string | undefined {
  return response.headers.get('x-request-id') ?? undefined;
}

/** A text without the token, should the service have repeated it. Shorter ones are words that texts may well have. */
export function redact(text: string, token: string): string {
  return token.length < 16 ? text : text.replaceAll(token, '[token]');
}

/** The start of a body, on one line. */
export function excerpt(text: string): string {
  const line = text.slice(0, 1000).replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
