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

/** Sends a request and parses its response. */
export interface ApiCall<T> {
  /** Sends the request with retries. Resolves with the response, whatever its status. */
  send(): Promise<HttpExchange>;
  /** Returns the data of the response. Rejects if there is none. */
  parse(exchange: HttpExchange): Promise<T>;
}

/**
 * A request that is sent on first use: by `await`, `then`, `catch`, `finally`, `withResponse`, `asResponse` or
 * `result`. It is sent once, no matter how many of these you call.
 *
 * @example
 * const product = await client.products.get(id);
 * const { data, requestId } = await client.products.get(id).withResponse();
 * const result = await client.products.get(id).result();
 * if (result.ok) console.log(result.data.name);
 */
export class ApiPromise<T> implements Promise<T> {
  readonly #call: ApiCall<T>;
  #exchange: Promise<HttpExchange> | undefined;
  #data: Promise<T> | undefined;

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
    return this.#parse().then(onFulfilled, onRejected);
  }

  /** Handles a rejection, like `Promise.prototype.catch`. */
  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#parse().catch(onRejected);
  }

  /** Runs a callback when the call has ended, like `Promise.prototype.finally`. */
  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#parse().finally(onFinally);
  }

  /** Returns the data with the response and its request id. Rejects like `await`. */
  async withResponse(): Promise<WithResponse<T>> {
    const data = await this.#parse();
    const exchange = await this.#send();
    return { data, response: exchange.toResponse(), requestId: exchange.requestId };
  }

  /**
   * Returns the raw `Response`, whatever its status. Like `fetch`, rejects only if no complete response arrived. Each
   * call returns a new `Response`, so its body can be read even if the data already was.
   */
  async asResponse(): Promise<Response> {
    return (await this.#send()).toResponse();
  }

  /** Returns the data or the error as a value. Does not reject. */
  result(): Promise<Result<T>> {
    return this.#parse().then(
      (data) => ({ ok: true, data }),
      (error: MasterDataError) => ({ ok: false, error }),
    );
  }

  #send(): Promise<HttpExchange> {
    this.#exchange ??= this.#call.send();
    return this.#exchange;
  }

  #parse(): Promise<T> {
    this.#data ??= this.#send().then((exchange) => this.#call.parse(exchange));
    return this.#data;
  }
}
