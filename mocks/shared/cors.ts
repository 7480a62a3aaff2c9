/**
 * The CORS headers of every response of an adapter that only the page itself or its test reaches. The API has no
 * cookies, so `*` works: browsers accept it for every request without credentials.
 */
export const corsHeaders = [
  'access-control-allow-origin',
  '*',
  // Retry-After, RateLimit-*, X-Request-Id and the headers of faults.
  'access-control-expose-headers',
  '*',
] as const;

/** Returns the CORS headers of a response to an admitted origin, or to a request without an origin. */
export function corsHeadersFor(origin: string | undefined): readonly string[] {
  const vary = ['vary', 'Origin'];
  if (origin === undefined) return vary;
  return ['access-control-allow-origin', origin, 'access-control-expose-headers', '*', ...vary];
}

/** The methods that some path accepts. */
export const allMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** Returns the value of a request header. */
type GetHeader = (name: string) => string | null | undefined;

/** Whether a request is a CORS preflight. Other `OPTIONS` requests are API calls. */
export function isPreflight(method: string | undefined, header: GetHeader): boolean {
  return method === 'OPTIONS' && typeof header('access-control-request-method') === 'string';
}

/** Returns the headers of the response to a CORS preflight, whose status is 204. */
export function preflightHeaders(header: GetHeader, allowedOrigin = '*'): Record<string, string> {
  return {
    'access-control-allow-origin': allowedOrigin,
    // More than the API has, so that a page can read the 405 of the others.
    'access-control-allow-methods': allMethods,
    // The requested names: browsers do not accept `*` for Authorization.
    'access-control-allow-headers': header('access-control-request-headers') ?? 'authorization, content-type',
    // A page of the public network asks whether it may call a private one.
    ...(header('access-control-request-private-network') === 'true' && {
      'access-control-allow-private-network': 'true',
    }),
    'access-control-max-age': '7200',
    vary: `${allowedOrigin === '*' ? '' : 'Origin, '}Access-Control-Request-Headers, Access-Control-Request-Private-Network`,
  };
}
