import type { MasterDataError } from '../errors/index.ts';
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

/** A request that is sent by itself. Each step happens once, however often its method is called. */
export interface ApiCall<T> {
  /** Resolves with the response, whatever its status. */
  exchange(): Promise<HttpExchange>;
  /** Resolves with the data of the response. Rejects if it has none. */
  data(): Promise<T>;
}

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
  readonly #call: ApiCall<T>;

  /** @internal */
  constructor(call: ApiCall<T>) {
    this.#call = call;
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
    return this.#call.data().then(onFulfilled, onRejected);
  }

  /** Handles a rejection, like `Promise.prototype.catch`. */
  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#call.data().catch(onRejected);
  }

  /** Runs a callback when the call has ended, like `Promise.prototype.finally`. */
  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#call.data().finally(onFinally);
  }

  /** Returns the data with the response and its request id. Rejects like `await`. */
  async withResponse(): Promise<WithResponse<T>> {
    const data = await this.#call.data();
    const exchange = await this.#call.exchange();
    return { data, response: exchange.toResponse(), requestId: exchange.requestId };
  }

  /**
   * Returns the raw `Response`, whatever its status. Like `fetch`, rejects only if no complete response arrived. Each
   * call returns a new `Response`, so its body can be read even if the data already was.
   */
  async asResponse(): Promise<Response> {
    return (await this.#call.exchange()).toResponse();
  }

  /** Returns the data or the error as a value. Does not reject. */
  result(): Promise<Result<T>> {
    return this.#call.data().then(
      (data) => ({ ok: true, data }),
      (error: MasterDataError) => ({ ok: false, error }),
    );
  }
}
