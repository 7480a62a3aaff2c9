import { ConfigurationError } from '../errors/index.ts';
import type { ApiToken } from '../types/options.ts';
import type { TokenProvider } from './token-provider.ts';

export type TokenFunction = Exclude<ApiToken, string>;

/** The token providers of a client by their functions, so that calls with the same function share a token. */
export type TokenProviders = WeakMap<TokenFunction, TokenProvider>;

/** Checks a token that is not the result of a function. */
export function checkApiToken(apiToken: ApiToken | null, source = ''): ApiToken | null {
  return apiToken === null || typeof apiToken === 'function' ? apiToken : checkToken(apiToken, 'apiToken', source);
}

/** Calls a token function. */
export async function loadToken(apiToken: TokenFunction): Promise<string> {
  let token: unknown;
  try {
    token = await apiToken();
  } catch (error) {
    // Omit the cause, which may contain a secret.
    throw new ConfigurationError(`apiToken() failed: ${error instanceof Error ? error.message : typeof error}`);
  }
  return checkToken(token, 'apiToken()');
}

/** Checks that a header can carry the token. The error never shows it. */
function checkToken(token: unknown, subject: string, source = ''): string {
  if (typeof token !== 'string') {
    throw new ConfigurationError(`${subject}: must be a string, received ${token === null ? 'null' : typeof token}`);
  }
  if (/^[!-~]+$/.test(token)) return token;
  const expected = token ? 'be visible ASCII characters without spaces' : 'not be empty';
  throw new ConfigurationError(`${subject}: must ${expected}${source}`);
}
