/** What every method of the client returns. */
import { MasterDataError } from '../errors/index.ts';
import { type Exchange, requestId, toResponse } from './exchange.ts';

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
 * The outcome of a call, as a value instead of a throw.
 *
 * @example
 * const outcome = await client.categories.delete(id).result();
 * if (outcome.ok) console.log(outcome.data.id);
 * else console.log(outcome.error.message);
 */
export type Result<T> =
  | {
      /** The service did what was asked. */
      readonly ok: true;
      /** What `await` gives. */
      readonly data: T;
    }
  | {
      /** It did not, or no answer came. */
      readonly ok: false;
      /** What `await` rejects with. */
      readonly error: MasterDataError;
    };

/** What sends a request and reads its answer. */
export interface Sending<T> {
  /** Sends the request, with its retries; resolves whatever the status of the answer. */
  send(): Promise<Exchange>;
  /** The data of the answer; throws where there is none. */
  open(exchange: Exchange): Promise<T>;
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
  readonly #sending: Sending<T>;
  readonly #trace: { stack?: string } = {};
  #exchange: Promise<Exchange> | undefined;
  #data: Promise<T> | undefined;

  /** @internal Errors show the stack from the caller of `method`. */
  constructor(sending: Sending<T>, method: (...parameters: never) => unknown) {
    this.#sending = sending;
    // Only V8 has it everywhere. It notes the frames; their text is made when it is first read.
    Error.captureStackTrace?.(this.#trace, method);
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
    return this.#open().then(onFulfilled, onRejected);
  }

  /** As of any promise. */
  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#open().catch(onRejected);
  }

  /** As of any promise. */
  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#open().finally(onFinally);
  }

  /** The answer's data, together with the answer and its request id. Rejects like `await`. */
  async withResponse(): Promise<WithResponse<T>> {
    const data = await this.#open();
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
      return { ok: true, data: await this.#open() };
    } catch (error) {
      if (error instanceof MasterDataError) return { ok: false, error };
      throw error;
    }
  }

  #send(): Promise<Exchange> {
    this.#exchange ??= this.#traced(this.#sending.send());
    return this.#exchange;
  }

  #open(): Promise<T> {
    this.#data ??= this.#traced(this.#send().then((exchange) => this.#sending.open(exchange)));
    return this.#data;
  }

  async #traced<V>(promise: Promise<V>): Promise<V> {
    try {
      return await promise;
    } catch (error) {
      const frames = this.#trace.stack?.indexOf('\n    at ') ?? -1;
      if (error instanceof MasterDataError && frames >= 0) {
        error.stack = `${error.name}: ${error.message}${this.#trace.stack?.slice(frames)}`;
      }
      throw error;
    }
  }
}
