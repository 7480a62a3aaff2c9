import { hasMethods, preview } from '../contract/printable.ts';
import { ConfigurationError } from '../errors/index.ts';
import { abortable } from '../transport/time-limit.ts';

/** Milliseconds to wait until a source that is still reading has closed. */
const closeTimeout = 1000;

/** Reads items one after the other: not every iterator can be read in parallel. */
export class ItemSource<Item> {
  readonly #iterator: Iterator<Item> | AsyncIterator<Item>;
  #isReading = false;
  /** Whether the source has no more items. */
  isDone = false;

  constructor(items: Iterable<Item> | AsyncIterable<Item>) {
    if (!isIterable(items)) throw new ConfigurationError(`items: must be iterable, received ${preview(items)}`);
    this.#iterator = isAsync(items) ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  }

  /** Returns the next item, or `undefined` if there is none or the signal is aborted. Rejects if the source throws. */
  async takeNext(signal: AbortSignal): Promise<{ readonly value: Item } | undefined> {
    try {
      const result = await abortable(signal, 'reading items', () => this.#read());
      return result.done ? undefined : { value: result.value };
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  /** Closes a source that has more items. Ignores its errors, so that the results are not lost. */
  async close(): Promise<void> {
    const close = this.#iterator.return?.bind(this.#iterator);
    if (this.isDone || !close) return;
    const closed = (async () => close())().catch(() => {});
    if (!this.#isReading) return void (await closed);
    // A generator closes after its pending read, which may never end.
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([closed, new Promise((resolve) => (timer = setTimeout(resolve, closeTimeout)))]);
    clearTimeout(timer);
  }

  async #read(): Promise<IteratorResult<Item, unknown>> {
    this.#isReading = true;
    try {
      const result = await this.#iterator.next();
      // `for await` throws this error as well. Without it, a wrong iterator would have an infinite number of items.
      if (Object(result) !== result)
        throw new TypeError(`items: next() must return an object, received ${preview(result)}`);
      if (result.done) this.isDone = true;
      return result;
    } catch (error) {
      this.isDone = true;
      throw error;
    } finally {
      this.#isReading = false;
    }
  }
}

/** Whether `for await` can read a value. */
export function isIterable<Item>(value: unknown): value is Iterable<Item> | AsyncIterable<Item> {
  return isAsync(value) || hasMethods(value, Symbol.iterator);
}

function isAsync<Item>(value: unknown): value is AsyncIterable<Item> {
  return hasMethods(value, Symbol.asyncIterator);
}
