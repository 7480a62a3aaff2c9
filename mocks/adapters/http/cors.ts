/**
 * Any origin may call the API, because each call needs a token. The API has no cookies, so `*` works: browsers accept
 * it for every request without credentials.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The CORS headers of every API response. */
export const corsHeaders = [
  'access-control-allow-origin',
  '*',
  // Retry-After, RateLimit-*, X-Request-Id and the headers of faults.
  'access-control-expose-headers',
  '*',
] as const;

/** Whether a request is a CORS preflight. Other `OPTIONS` requests are API calls. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** Responds to a CORS preflight. */
export function respondToPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    // More than the API has, so that a page can read the 405 of the others.
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    // The requested names: browsers do not accept `*` for Authorization.
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
