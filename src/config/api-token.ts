import { ConfigurationError } from '../errors/index.ts';
import { messageOf } from '../errors/thrown-value.ts';
import type { ApiToken } from '../types/options.ts';

type TokenFunction = Exclude<ApiToken, string>;

/** The token providers of a client by their functions, so that calls with the same function share a token. */
export type TokenProviders = WeakMap<TokenFunction, TokenProvider>;

interface TokenRequest {
  readonly token: Promise<string>;
  /** Milliseconds for which the first call waits. */
  readonly timeout: number;
  /** Milliseconds on the clock of `performance`; infinite once the token has arrived. */
  expiresAt: number;
}

/** Calls a token function once for all calls, and keeps its token until it is invalidated. */
export class TokenProvider {
  readonly #apiToken: TokenFunction;
  #request: TokenRequest | undefined;

  constructor(apiToken: TokenFunction) {
    this.#apiToken = apiToken;
  }

  /**
   * Returns the token. If the function does not return within the `timeout` of the first call, it is called again,
   * because it may never return. A call that ends earlier does not affect other calls.
   */
  get(timeout: number): Promise<string> {
    if (this.#request && performance.now() < this.#request.expiresAt) return this.#request.token;
    const token = loadToken(this.#apiToken);
    const request: TokenRequest = { token, timeout, expiresAt: performance.now() + timeout };
    this.#request = request;
    token.then(
      () => {
        request.expiresAt = Number.POSITIVE_INFINITY;
      },
      // Drop a failure: the next call tries again.
      () => this.invalidate(token),
    );
    return token;
  }

  /**
   * Drops the token, unless it has been replaced already. If many calls fail with it, only the first has an effect.
   *
   * @param waited The milliseconds for which a call waited in vain. A shorter wait than that of the first call has no
   * effect. Timers can be early, so the clock may not have reached `expiresAt`.
   */
  invalidate(token: Promise<string>, waited = Number.POSITIVE_INFINITY): void {
    if (this.#request?.token === token && waited >= this.#request.timeout) this.#request = undefined;
  }
}

/** Calls a token function. */
async function loadToken(apiToken: TokenFunction): Promise<string> {
  let token: unknown;
  try {
    token = await apiToken();
  } catch (error) {
    // Omit the cause, which may contain a secret.
    throw new ConfigurationError(`apiToken() failed: ${messageOf(error)}`);
  }
  return checkToken(token, 'apiToken()');
}

/** Checks a token that is not the result of a function. */
export function checkApiToken(apiToken: ApiToken | null, source = ''): void {
  if (apiToken !== null && typeof apiToken !== 'function') checkToken(apiToken, 'apiToken', source);
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
