/** A request as it goes out, and what came back. */

import type * as Watch from '../instrumentation/observer.ts';
import type { CallInfo } from '../types/hooks.ts';

/** A request. */
export interface PreparedRequest {
  readonly call: CallInfo;
  /** What messages request it: `PATCH /api/products/3f2b…`. */
  readonly label: string;
  /** The query with its question mark, or nothing. */
  readonly search: string;
  /** The body as JSON rawBody, or nothing. */
  readonly body: string;
  /** When the request was begun. */
  readonly start: number;
  /** How often it has been sent. */
  attempts: number;
  /** What tells the hooks and the log, where there is something to tell. */
  watch: typeof Watch | undefined;
}

/** An answer, read to its end. */
export interface HttpExchange {
  readonly request: PreparedRequest;
  /** The answer; its body has been read. */
  readonly response: Response;
  readonly body: string | ArrayBuffer;
  /** The token that was sent, so that no message repeats it. */
  readonly token: string;
}

/** A new response that holds what came, so that each reader has a body to read. */
export function toResponse({ response, body }: HttpExchange): Response {
  // An opaque redirect, which browsers alone have, is like a network error: no program can make another one.
  if (response.status === 0) return response;
  const bodyless = [204, 205, 304].includes(response.status);
  return Object.defineProperty(new Response(bodyless ? null : body, response), 'url', { value: response.url });
}

const decoder = new TextDecoder();

/** The rawBody of a body. */
export function bodyText({ body }: Pick<HttpExchange, 'body'>): string {
  return typeof body === 'string' ? body : decoder.decode(body);
}

/** What a rawBody parses to, or `undefined` where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a value holds, where it is an object. */
export function asRecord(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The service's name for an exchange, to quote to support. */
export function requestId(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? undefined;
}
