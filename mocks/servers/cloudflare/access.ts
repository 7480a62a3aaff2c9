import { sandboxTokenProblem } from '../../sandboxes/sandbox-name.ts';
import { bearerToken, isSameToken, isShortToken, shortTokenProblem } from '../../shared/bearer-token.ts';
import { HttpError, unauthorized } from '../../shared/http-error.ts';
import { assertLongToken } from '../site.ts';
import type { WorkerEnvironment } from './platform.ts';

/** @throws A {@link HttpError} with status 401 or 503 if the request does not have the server's control token. */
export function authorizeServer(request: Request, { CONTROL_TOKEN }: WorkerEnvironment): void {
  if (!CONTROL_TOKEN) {
    throw new HttpError(503, 'CONTROL_TOKEN: must be set. Run npx wrangler secret put CONTROL_TOKEN.');
  }
  if (isShortToken(CONTROL_TOKEN)) {
    throw new HttpError(503, `CONTROL_TOKEN: ${shortTokenProblem}. Run npx wrangler secret put CONTROL_TOKEN.`);
  }
  if (isSameToken(tokenOf(request), CONTROL_TOKEN)) return;
  throw unauthorized("Control token: must be the server's, sent as Authorization: Bearer");
}

/**
 * Checks the token of a request to the control API of a sandbox.
 *
 * @param controlToken The token of the sandbox. Undefined if there is no such sandbox, which the error does not tell.
 * @throws A {@link HttpError} with status 401 unless the request has the token of the sandbox or of the server.
 */
export function authorizeControl(
  request: Request,
  { CONTROL_TOKEN }: WorkerEnvironment,
  controlToken: string | undefined,
): void {
  const token = tokenOf(request);
  assertLongToken(request.headers.get('authorization'), 'Control token');
  if (isSameToken(token, controlToken) || isSameToken(token, CONTROL_TOKEN)) return;
  throw unauthorized('Control token: must be that of the sandbox or of the server, sent as Authorization: Bearer');
}

/**
 * Checks that a client may know that there is no such sandbox.
 *
 * @throws A {@link HttpError} with status 401 unless the request has the server's token.
 */
export function authorizeUnknown(request: Request, { CONTROL_TOKEN }: WorkerEnvironment): void {
  if (!isSameToken(tokenOf(request), CONTROL_TOKEN)) throw unauthorized(sandboxTokenProblem);
}

function tokenOf({ headers }: Request): string | undefined {
  return bearerToken(headers.get('authorization'));
}
