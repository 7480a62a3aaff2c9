/** The steps of a request that the servers of Node and of Cloudflare share. */

import { errorResponse } from '../control-api/errors.ts';
import { bearerToken, isShortToken, shortTokenProblem } from '../shared/bearer-token.ts';
import { apiErrorResponse, type HttpError, unauthorized } from '../shared/http-error.ts';
import type { MockResponse } from '../shared/http-messages.ts';

/**
 * Checks the token of a request to a server that others can reach.
 *
 * @throws A {@link HttpError} with status 401 if anybody could guess the token.
 */
export function assertLongToken(authorization: string | null | undefined, subject = 'Invalid API token'): void {
  if (isShortToken(bearerToken(authorization))) throw unauthorized(`${subject}: ${shortTokenProblem}`);
}

/** Converts an error to a response of the control API, or else of the API. */
export function siteError(error: unknown, isControl: boolean): MockResponse {
  return isControl ? errorResponse(error) : apiErrorResponse(error);
}
