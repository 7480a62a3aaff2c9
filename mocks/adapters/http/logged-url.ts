import type { Redact } from '../../../src/wire/redact-token.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';

/**
 * Returns a path and query for the log, without the tokens of mocks and the control token.
 *
 * @param sandboxPath The start of the URL that names a sandbox; empty if there is none. The rest is redacted
 * separately, because some paths are known to contain a token.
 */
export function loggedUrl(
  url: string,
  sandboxPath: string,
  mocks: readonly MockServer[],
  redactControlToken: Redact,
): string {
  const redact = (part: string) => redactControlToken(mocks.reduce((text, { tokens }) => tokens.redactUrl(text), part));
  return redact(sandboxPath) + redact(url.slice(sandboxPath.length));
}
