import { errorResponse } from '../../control-api/errors.ts';
import { toResponse } from '../../engine/fetch.ts';
import { corsHeaders, isPreflight, preflightHeaders } from '../../shared/cors.ts';
import type { MockResponse } from '../../shared/http-messages.ts';
import { securityHeaders } from '../security-headers.ts';

/** Added to every response, as names and values in turn. Hosted sandboxes are on the public internet. */
const hostedHeaders = [...securityHeaders, ...corsHeaders, 'x-robots-tag', 'noindex'];

/** Converts a response of the mock or the control API. */
export function respond(response: MockResponse, method: string): Response {
  if (response.connection === 'dropped') return withHostedHeaders(brokenResponse());
  return withHostedHeaders(toResponse(response, method));
}

/** Converts an error of the control API. */
export function respondWithError(error: unknown, request: Request): Response {
  return respond(errorResponse(error), request.method);
}

/** A header that no mock and no fault can set. */
const unknownHeader = 'x-unknown-sandbox';

/** The response of a Durable Object that has no sandbox. The Worker replaces it. */
export function respondUnknown(): Response {
  return new Response(null, { status: 404, headers: { [unknownHeader]: 'true' } });
}

export function isUnknownSandbox(response: Response): boolean {
  return response.headers.has(unknownHeader);
}

/** Returns the response to a CORS preflight. Returns undefined for other requests. */
export function respondToPreflight({ method, headers }: Request): Response | undefined {
  const header = (name: string) => headers.get(name);
  if (!isPreflight(method, header)) return undefined;
  return withHostedHeaders(new Response(null, { status: 204, headers: preflightHeaders(header) }));
}

/** The platform cannot drop a connection before the status, so the body breaks at once. */
function brokenResponse(): Response {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new TypeError('The mock dropped the connection'));
    },
  });
  return new Response(body, { status: 200 });
}

function withHostedHeaders(response: Response): Response {
  for (let at = 0; at < hostedHeaders.length; at += 2) {
    response.headers.set(hostedHeaders[at] ?? '', hostedHeaders[at + 1] ?? '');
  }
  return response;
}
