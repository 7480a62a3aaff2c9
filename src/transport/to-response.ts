import { hasNoBody } from '../wire/has-no-body.ts';
import type { HttpExchange } from './response.ts';

/** Creates a new `Response`, so that each reader has a body to read. */
export function toResponse({ response, body }: HttpExchange): Response {
  const { status, statusText, url } = response;
  // An opaque redirect, which no program can create.
  if (status === 0) return Response.error();
  const headers = new Headers();
  response.headers.forEach((value, name) => {
    headers.append(name, value);
  });
  const copy = new Response(hasNoBody(status) ? null : body, { status, statusText, headers });
  return Object.defineProperty(copy, 'url', { value: url });
}
