import { type ApiCall, ApiPromise } from './api-promise.ts';

/**
 * The promise of a list. `await` returns the records of the response. If the service splits the list into pages,
 * iterate to read all of them: the next pages are requested as you go. The client follows `Link: <…>; rel="next"`
 * within the origin of the service. If a list that you await is incomplete, the client logs a warning.
 *
 * @example
 * const customers = await client.customers.list();
 * for await (const customer of client.customers.list()) console.log(customer.name);
 */
export class ListPromise<T> extends ApiPromise<T[]> implements AsyncIterable<T> {
  readonly #readPages: () => AsyncIterator<T>;

  /** @internal */
  constructor(call: ApiCall<T[]>, method: (...parameters: never) => unknown, readPages: () => AsyncIterator<T>) {
    super(call, method);
    this.#readPages = readPages;
  }

  /** Reads the records of all pages. Rejects like `await`, with the error of the first page that fails. */
  [Symbol.asyncIterator](): AsyncIterator<T> {
    return this.#readPages();
  }
}
