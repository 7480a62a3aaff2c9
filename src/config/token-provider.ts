interface TokenRequest {
  readonly token: Promise<string>;
  /** Milliseconds for which the first call waits. */
  readonly timeout: number;
  /** Milliseconds on the clock of `performance`; infinite once the token has arrived. */
  expiresAt: number;
}

/** Calls a token function once for all calls, and keeps its token until it is invalidated. */
export class TokenProvider {
  readonly #provide: () => Promise<string>;
  #request: TokenRequest | undefined;

  constructor(provide: () => Promise<string>) {
    this.#provide = provide;
  }

  /**
   * Returns the token. If the function does not return within the `timeout` of the first call, it is called again,
   * because it may never return. A call that ends earlier does not affect other calls.
   */
  get(timeout: number): Promise<string> {
    if (this.#request && performance.now() < this.#request.expiresAt) return this.#request.token;
    const token = this.#provide();
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
