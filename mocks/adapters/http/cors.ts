/**
 * What pages of other origins may do: everything, with a token. The API knows no cookies, so that `*` is right: a
 * browser takes it for any request without credentials.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** On every answer of the API. Names and values in turn, as `writeHead` takes them without a copy. */
export const corsHeaders = [
  'access-control-allow-origin',
  '*',
  // Retry-After, RateLimit-*, X-Request-Id and whatever a fault adds.
  'access-control-expose-headers',
  '*',
] as const;

/** Whether a request is a page's question and not a call of the API. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** Answers a preflight. */
export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    // More than the API has, so that a page sees the 405 and not a failed fetch.
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    // By name, as they were asked for: a browser does not take `*` for Authorization.
    'access-control-allow-headers': headers['access-control-request-headers'] ?? 'authorization, content-type',
    // A page of the public network asks whether it may call a private one.
    ...(headers['access-control-request-private-network'] === 'true' && {
      'access-control-allow-private-network': 'true',
    }),
    'access-control-max-age': '7200',
    vary: 'Access-Control-Request-Headers, Access-Control-Request-Private-Network',
  });
  response.end();
}
