import type { MasterDataError } from '../errors/index.ts';
import { type ParsedResponse, parseResponse, sendCall } from './call.ts';
import { asInvalidRequest, type CallSite, type PreparedRequest, showCallSite } from './prepare-request.ts';
import type { HttpExchange } from './response.ts';

/** The data of a response, together with the `Response`. */
export interface WithResponse<T> {
  /** The value that `await` returns. */
  readonly data: T;
  /** The response. Its body can be read again. */
  readonly response: Response;
  /** The `x-request-id` of the response, if it has one. Quote it to support. */
  readonly requestId: string | undefined;
}

/**
 * The result of a call, or of an item of {@link forEachConcurrent}, as a value instead of a thrown error.
 *
 * @example
 * const result = await client.categories.delete(id).result();
 * if (result.ok) console.log(result.data.id);
 * else console.log(result.error.message);
 */
export type Result<T, E = MasterDataError> =
  | {
      /** The call succeeded. */
      readonly ok: true;
      /** The data that `await` resolves with. */
      readonly data: T;
    }
  | {
      /** The call failed. */
      readonly ok: false;
      /** The error that `await` rejects with. */
      readonly error: E;
    };

/**
 * The promise of a call. The request is sent by itself and only once, no matter how often you use the promise.
 *
 * If the call fails and nothing handles the error, it is an unhandled rejection, as with any promise. So choose
 * `result` or `asResponse`, which do not reject for an error of the service, in the expression of the call.
 *
 * @example
 * const product = await client.products.get(id);
 * const { data, requestId } = await client.products.get(id).withResponse();
 * const result = await client.products.get(id).result();
 * if (result.ok) console.log(result.data.name);
 */
export class ApiPromise<T> implements Promise<T> {
  readonly #exchange: Promise<HttpExchange>;
  #parsed: Promise<ParsedResponse<T>> | undefined;
  #data: Promise<T> | undefined;
  /** Whether the program has asked for the response, whatever its status. */
  #isRaw = false;

  /** @internal */
  constructor(request: Promise<PreparedRequest>, callSite: CallSite) {
    this.#exchange = this.#start(request, callSite);
  }

  async #start(prepared: Promise<PreparedRequest>, callSite: CallSite): Promise<HttpExchange> {
    let request: PreparedRequest;
    try {
      // The program can choose `asResponse()` first. Not `queueMicrotask`, which fake timers replace.
      request = await prepared;
    } catch (error) {
      const failure = asInvalidRequest(error, 'the request');
      showCallSite(failure, callSite);
      throw failure;
    } finally {
      // Even if the program never awaits the call: an error that nothing handles is an unhandled rejection.
      if (!this.#isRaw) void this.parse();
    }
    return sendCall(request);
  }

  /**
   * Resolves with the response and its data. Rejects if it has none.
   *
   * @internal
   */
  protected parse(): Promise<ParsedResponse<T>> {
    this.#parsed ??= this.#exchange.then(parseResponse<T>);
    return this.#parsed;
  }

  /**
   * Called once, if the program reads the data of the response.
   *
   * @internal
   */
  protected onRead(_response: ParsedResponse<T>): void {}

  #read(): Promise<T> {
    this.#data ??= this.parse().then((response) => {
      this.onRead(response);
      return response.envelope.data;
    });
    return this.#data;
  }

  /** The tag that `Object.prototype.toString` returns. */
  get [Symbol.toStringTag](): string {
    return 'ApiPromise';
  }

  /** Resolves with the data of the response. Rejects with a {@link MasterDataError}. */
  // biome-ignore lint/suspicious/noThenProperty: this class is a promise
  then<A = T, B = never>(
    onFulfilled?: ((data: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#read().then(onFulfilled, onRejected);
  }

  /** Handles a rejection, like `Promise.prototype.catch`. */
  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#read().catch(onRejected);
  }

  /** Runs a callback when the call has ended, like `Promise.prototype.finally`. */
  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#read().finally(onFinally);
  }

  /** Returns the data with the response and its request id. Rejects like `await`. */
  async withResponse(): Promise<WithResponse<T>> {
    const data = await this.#read();
    const exchange = await this.#exchange;
    return { data, response: exchange.toResponse(), requestId: exchange.requestId };
  }

  /**
   * Returns the raw `Response`, whatever its status. Like `fetch`, rejects only if no complete response arrived. Each
   * call returns a new `Response`, so its body can be read even if the data already was.
   */
  async asResponse(): Promise<Response> {
    this.#isRaw = true;
    // The program reads the status itself.
    this.#parsed?.catch(() => {});
    return (await this.#exchange).toResponse();
  }

  /** Returns the data or the error as a value. Does not reject. */
  result(): Promise<Result<T>> {
    return this.#read().then(
      (data) => ({ ok: true, data }),
      (error: MasterDataError) => ({ ok: false, error }),
    );
  }
}
