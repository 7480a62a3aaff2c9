/** What every method of the client returns. */
import { MasterDataError } from '../errors/index.ts';
import { type HttpExchange, requestId, toResponse } from './exchange.ts';

/** The data of an answer, with the answer. */
export interface WithResponse<T> {
  /** What `await` gives. */
  readonly data: T;
  /** The answer as it came, with its body to be read anew. */
  readonly response: Response;
  /** The `x-request-id` of the answer, where it has one: quote it to support. */
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

/** What sends a request and reads its answer. */
export interface ApiCall<T> {
  /** Sends the request, with its retries; resolves whatever the status of the answer. */
  send(): Promise<HttpExchange>;
  /** The data of the answer; throws where there is none. */
  parse(exchange: HttpExchange): Promise<T>;
}

/**
 * A request and its answer. The request is sent when the first of `await`, `then`, `catch`, `finally`,
 * `withResponse`, `asResponse` or `result` asks for the answer, and once, however many of them do.
 *
 * @example
 * const product = await client.products.get(id);
 * const { data, requestId } = await client.products.get(id).withResponse();
 * const outcome = await client.products.get(id).result();
 * if (outcome.ok) console.log(outcome.data.name);
 */
export class ApiPromise<T> implements Promise<T> {
  readonly #call: ApiCall<T>;
  readonly #callSite: { stack?: string } = {};
  #exchange: Promise<HttpExchange> | undefined;
  #data: Promise<T> | undefined;

  /** @internal Errors show the stack from the caller of `method`. */
  constructor(sending: ApiCall<T>, method: (...parameters: never) => unknown) {
    this.#call = sending;
    // Only V8 has it everywhere. It notes the frames; their text is made when it is first read.
    Error.captureStackTrace?.(this.#callSite, method);
  }

  /** What `Object.prototype.toString` shows. */
  get [Symbol.toStringTag](): string {
    return 'ApiPromise';
  }

  /** The answer's data; rejects with a {@link MasterDataError} where there is none. */
  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<A = T, B = never>(
    onFulfilled?: ((data: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#parse().then(onFulfilled, onRejected);
  }

  /** As of any promise. */
  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#parse().catch(onRejected);
  }

  /** As of any promise. */
  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#parse().finally(onFinally);
  }

  /** The answer's data, together with the answer and its request id. Rejects like `await`. */
  async withResponse(): Promise<WithResponse<T>> {
    const data = await this.#parse();
    const exchange = await this.#send();
    return { data, response: toResponse(exchange), requestId: requestId(exchange.response.headers) };
  }

  /**
   * The answer as it came, whatever its status and body: like `fetch`, it rejects only where no whole answer came.
   * Each call gives a new `Response`, so that its body can be read although the data was.
   */
  async asResponse(): Promise<Response> {
    return toResponse(await this.#send());
  }

  /** The outcome as a value. Rejects only for what is no {@link MasterDataError}: a mistake in the program. */
  async result(): Promise<Result<T>> {
    try {
      return { ok: true, data: await this.#parse() };
    } catch (error) {
      if (error instanceof MasterDataError) return { ok: false, error };
      throw error;
    }
  }

  #send(): Promise<HttpExchange> {
    this.#exchange ??= this.#traced(this.#call.send());
    return this.#exchange;
  }

  #parse(): Promise<T> {
    this.#data ??= this.#traced(this.#send().then((exchange) => this.#call.parse(exchange)));
    return this.#data;
  }

  async #traced<V>(promise: Promise<V>): Promise<V> {
    try {
      return await promise;
    } catch (error) {
      const frames = this.#callSite.stack?.indexOf('\n    at ') ?? -1;
      if (error instanceof MasterDataError && frames >= 0) {
        error.stack = `${error.name}: ${error.message}${this.#callSite.stack?.slice(frames)}`;
      }
      throw error;
    }
  }
}
