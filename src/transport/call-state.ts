import { ConfigurationError, type FailedRequestFields, MasterDataError } from '../errors/index.ts';
import { messageOf } from '../errors/thrown-value.ts';
import type { Observer } from '../instrumentation/observer.ts';
import { createRedact } from '../wire/redact-token.ts';
import { type PreparedRequest, showCallSite } from './prepare-request.ts';

/** The state of a request that is being sent. */
export class CallState {
  readonly request: PreparedRequest;
  observer: Observer | undefined;
  /** The time at which sending began, in milliseconds on the clock of `performance`. */
  readonly startedAt = performance.now();
  /** Number of times the request has been sent. */
  attempts = 0;
  /** The id of the call in the header `x-call-id`, once it was sent. */
  callId: string | undefined;
  /** The tokens that were sent, so that messages can omit them. */
  readonly tokens: Set<string>;
  /** Whether a new token has been requested after a 401. */
  hasNewToken = false;
  /** Whether an attempt was sent whose outcome is unknown. */
  mayHaveSucceeded = false;
  #failure: MasterDataError | undefined;

  /** @param tokens The tokens of the earlier pages of a list. */
  constructor(request: PreparedRequest, tokens: ReadonlySet<string> = new Set()) {
    this.request = request;
    this.tokens = new Set(tokens);
  }

  /** Removes the tokens from a text. */
  redact(text: string): string {
    return createRedact(...this.tokens)(text);
  }

  /** Returns the fields of an error without a complete response. */
  failedRequest(): FailedRequestFields {
    const { method, url } = this.request.call;
    return { method, url, attempts: this.attempts };
  }

  /** Returns the error of the call, and reports it to `onError`. A call has one error, however often it is used. */
  fail(error: unknown): MasterDataError {
    if (this.#failure === undefined) {
      this.#failure = this.#ownError(error);
      showCallSite(this.#failure, this.request.callSite);
      this.observer?.onError(this, this.#failure);
    }
    return this.#failure;
  }

  #ownError(error: unknown): MasterDataError {
    // Calls share the error of a token function or of the module of the hooks, but not its stack.
    if (error instanceof ConfigurationError) return new ConfigurationError(this.redact(error.message));
    if (error instanceof MasterDataError) return error;
    // For example, a response of a custom `fetch` whose headers cannot be read.
    return new MasterDataError(this.redact(`${this.request.label} failed: ${messageOf(error)}`));
  }
}
