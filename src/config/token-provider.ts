import { ConfigurationError } from '../errors/index.ts';
import type { ApiToken } from '../types/options.ts';

interface TokenRequest {
  readonly token: Promise<string>;
  /** Milliseconds on the clock of `performance`; infinite once the token has arrived. */
  expiresAt: number;
}

/** Calls a token function once for all calls, and keeps its token until it is invalidated. */
export class TokenProvider {
  readonly #provide: () => string | Promise<string>;
  #request: TokenRequest | undefined;

  constructor(provide: () => string | Promise<string>) {
    this.#provide = provide;
  }

  /**
   * Returns the token. If the function does not return within the `timeout` of the first call, it is called again,
   * because it may never return. A call that ends earlier does not affect other calls.
   */
  get(timeout: number): Promise<string> {
    if (this.#request && performance.now() < this.#request.expiresAt) return this.#request.token;
    const token = this.#load();
    const request: TokenRequest = { token, expiresAt: performance.now() + timeout };
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

  /** Drops the token, unless it has been replaced already. If many calls fail with it, only the first has an effect. */
  invalidate(token: Promise<string>): void {
    if (this.#request?.token === token) this.#request = undefined;
  }

  async #load(): Promise<string> {
    let token: unknown;
    try {
      token = await this.#provide();
    } catch (error) {
      // Omit the cause, which may contain a secret.
      throw new ConfigurationError(`apiToken() failed: ${error instanceof Error ? error.message : typeof error}`);
    }
    return checkToken(token, 'apiToken()');
  }
}

/** Checks that a header can carry the token. The error never shows it. */
function checkToken(token: unknown, subject: string): string {
  if (typeof token !== 'string') {
    throw new ConfigurationError(`${subject}: must be a string, received ${token === null ? 'null' : typeof token}`);
  }
  if (/^[!-~]+$/.test(token)) return token;
  throw new ConfigurationError(`${subject}: must not be empty or contain spaces, line breaks or non-ASCII characters`);
}

/** The token providers of a client by their functions, so that calls with the same function share a token. */
export type TokenProviders = WeakMap<() => string | Promise<string>, TokenProvider>;

export function toTokenProvider(apiToken: ApiToken | null, providers: TokenProviders): string | TokenProvider | null {
  if (apiToken === null) return null;
  if (typeof apiToken !== 'function') return checkToken(apiToken, 'apiToken');
  const provider = providers.get(apiToken) ?? new TokenProvider(apiToken);
  providers.set(apiToken, provider);
  return provider;
}
