import type { Redact } from '../../../src/wire/redact-token.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';

/** Returns a function that removes the tokens of mocks and the control token from a text for the log. */
export function createLogRedact(mocks: readonly MockServer[], redactControlToken: Redact): Redact {
  return (text) => redactControlToken(mocks.reduce((redacted, { tokens }) => tokens.redactUrl(redacted), text));
}

/**
 * Returns a path and query for the log, without tokens.
 *
 * @param sandboxPath The start of the URL that names a sandbox; empty if there is none. The rest is redacted
 * separately, because some paths are known to contain a token.
 */
export function loggedUrl(url: string, sandboxPath: string, redact: Redact): string {
  return redact(sandboxPath) + redact(url.slice(sandboxPath.length));
}
