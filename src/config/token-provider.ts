/** The tokens that a function gives. */
import { ConfigurationError } from '../errors/index.ts';
import { rootCause } from '../errors/root-cause.ts';
import type { ApiToken } from '../types/options.ts';

/** Asks a function for a token, once for all calls, and keeps its answer until it is told to invalidate it. */
export class TokenProvider {
  readonly #ask: () => string | Promise<string>;
  #answer: Promise<string> | undefined;

  constructor(ask: () => string | Promise<string>) {
    this.#ask = ask;
  }

  /** The token, or the promise of it. */
  get(): Promise<string> {
    if (this.#answer) return this.#answer;
    const answer = this.#fetch();
    this.#answer = answer;
    // A failure is not kept: the next call asks again.
    answer.catch(() => this.invalidate(answer));
    return answer;
  }

  /** Forgets an answer, unless another one has taken its place: of many calls that it failed, only the first does. */
  invalidate(answer: Promise<string>): void {
    if (this.#answer === answer) this.#answer = undefined;
  }

  async #fetch(): Promise<string> {
    let token: string;
    try {
      token = await this.#ask();
    } catch (error) {
      throw new ConfigurationError(`apiToken() failed: ${rootCause(error).message}`);
    }
    return checkToken(token);
  }
}

/** A token that a header can carry; the message never shows it. */
function checkToken(token: string): string {
  if (typeof token === 'string' && /^[!-~]+$/.test(token)) return token;
  throw new ConfigurationError('the API token is empty, or has spaces, line breaks or non-ASCII characters');
}

/** The sources of a client, by their functions, so that calls share what one gives. */
export type TokenProviders = WeakMap<() => string | Promise<string>, TokenProvider>;

/** A token as settings have it. */
export function toTokenProvider(apiToken: ApiToken, sources: TokenProviders): string | TokenProvider {
  if (typeof apiToken !== 'function') return checkToken(apiToken);
  const source = sources.get(apiToken) ?? new TokenProvider(apiToken);
  sources.set(apiToken, source);
  return source;
}
