/** Bulk work: many calls, a few at a time. */
import { ConfigurationError, isRateLimitError } from '../errors/index.ts';
import { abortable } from '../transport/abort.ts';
import { backoff } from '../transport/retry-policy.ts';
import type { Cooldown, RequestOptions } from '../types/options.ts';

/** What became of one item. */
export type Outcome<T> =
  | {
      /** The task was done. */
      readonly ok: true;
      /** What the task returned. */
      readonly data: T;
    }
  | {
      /** The task failed. */
      readonly ok: false;
      /** Whatever the task threw: {@link isApiError} and its like narrow it. */
      readonly error: unknown;
    };

/** How far the work has come. */
export interface Progress<T> {
  /** How many items have an outcome. */
  readonly done: number;
  /** How many of these failed. */
  readonly failed: number;
  /** How many items there are, where they are an array, a set or a map. */
  readonly total: number | undefined;
  /** The position of the item that has just got its outcome. */
  readonly index: number;
  /** Its outcome. */
  readonly outcome: Outcome<T>;
}

/** What can be set for {@link forEachConcurrent}. */
export interface ConcurrencyOptions<T> {
  /** How many items are worked on at once. Default 8. */
  readonly concurrency?: number | undefined;
  /** Ends the work: what is under way is aborted, and no further item is begun. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The longest delay, in milliseconds, that the service may ask for with 429. One that it asks for beyond that ends the
   * work. Default 60,000.
   */
  readonly maxCooldown?: number | undefined;
  /** Is told of each outcome, in the order in which they come. */
  readonly onProgress?: ((progress: Progress<T>) => void) | undefined;
}

/** The options for the calls of a task: each call wants them, so that it heeds the signal and the cooldown. */
export type TaskOptions = Required<Pick<RequestOptions, 'cooldown'>> & Pick<RequestOptions, 'signal'>;

/**
 * Does something for each item, a few at a time, and returns what became of each, in the order of the items. An item
 * that fails does not end the work.
 *
 * The calls of all items share one cooldown: when the service says 429, none is sent before the delay that it asks for is
 * over, and then those that were refused are sent again, as often as it takes. Such waits do not count as retries.
 *
 * The work ends early, without an outcome for the items not begun, when `signal` is aborted, when the service asks for a
 * delay longer than `maxCooldown`, or when it says 429 ten times in a row without one item done in between. So
 * `items.slice(outcomes.length)` is what is remaining to do.
 *
 * Rejects only with what `items` or `onProgress` throw.
 *
 * @param items An array, or anything else that can be iterated, also asynchronously: the next item is asked for when
 * there is room for it.
 * @param task Called with an item, the options that its calls are to be given, and the position of the item.
 *
 * @example
 * const outcomes = await forEachConcurrent(
 *   rows,
 *   (row, options) => client.customers.create({ name: row.name, type: 'company', id_erp: row.number }, options),
 *   { concurrency: 8, onProgress: ({ done, total }) => console.log(`${done} of ${total}`) },
 * );
 * const failed = outcomes.filter((outcome) => !outcome.ok);
 */
export async function forEachConcurrent<Item, T>(
  items: Iterable<Item> | AsyncIterable<Item>,
  task: (item: Item, options: TaskOptions, index: number) => T | PromiseLike<T>,
  options: ConcurrencyOptions<T> = {},
): Promise<Outcome<T>[]> {
  const { concurrency = 8, signal, maxCooldown = 60_000, onProgress } = options;
  if (!(Number.isInteger(concurrency) && concurrency > 0)) {
    throw new ConfigurationError(`concurrency must be a whole number from 1, not ${concurrency}`);
  }
  const cooldown = new RunCooldown(maxCooldown);
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const total = countOf(items);
  const outcomes: Outcome<T>[] = [];
  let begun = 0;
  let done = 0;
  let failed = 0;
  let isOver = signal?.aborted ?? false;
  // One after the other: not every iterator can be asked for several items at once.
  let asking: Promise<unknown> = Promise.resolve();

  const next = (): Promise<IteratorResult<Item, unknown>> => {
    const asked = asking.then(() => iterator.next());
    asking = asked.catch(() => {});
    return abortable(signal, 'the iteration', () => asked);
  };

  const outcomeOf = async (item: Item, index: number): Promise<Outcome<T>> => {
    try {
      const data = await abortable(signal, `item ${index}`, async (own) =>
        task(item, { signal: own, cooldown }, index),
      );
      cooldown.ended();
      return { ok: true, data };
    } catch (error) {
      // Any other error is an answer, too: the service goes on.
      if (!isRateLimitError(error)) cooldown.ended();
      return { ok: false, error };
    }
  };

  const work = async (): Promise<void> => {
    while (!isOver) {
      const result = await next();
      if (result.done) isOver = true;
      if (isOver || result.done) return;
      const index = begun++;
      const outcome = await outcomeOf(result.value, index);
      outcomes[index] = outcome;
      done += 1;
      if (!outcome.ok) failed += 1;
      if (cooldown.isRefused) isOver = true;
      onProgress?.({ done, failed, total, index, outcome });
    }
  };

  const worker = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      isOver = true;
      // Being aborted is no failure of the work: the outcomes say which of the items it failed.
      if (!signal?.aborted) throw error;
    }
  };

  const ended = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  // A generator that has more is told that there will be no more asking. It may be in the middle of something.
  if (iterator.return) void Promise.resolve(iterator.return()).catch(() => {});
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return outcomes;
}

/** The cooldown of one run. */
class RunCooldown implements Cooldown {
  readonly #longest: number;
  #until = 0;
  /** How many pauses there were since an item last ended. */
  #inVain = 0;
  /** Whether the service asked for more than the run is willing to delay. */
  isRefused = false;

  constructor(longest: number) {
    this.#longest = longest;
  }

  remaining(): number {
    return Math.max(0, this.#until - performance.now());
  }

  start(seconds: number | undefined): number | undefined {
    // Of the calls that were under way together, all but the first find it begun.
    if (this.remaining() === 0) this.#inVain += 1;
    const wait = seconds === undefined ? backoff(this.#inVain) : seconds * 1000;
    this.isRefused ||= wait > this.#longest || this.#inVain > 10;
    if (this.isRefused) return undefined;
    this.#until = Math.max(this.#until, performance.now() + wait);
    return this.remaining();
  }

  ended(): void {
    this.#inVain = 0;
  }
}

function countOf(items: object): number | undefined {
  if (Array.isArray(items)) return items.length;
  return items instanceof Set || items instanceof Map ? items.size : undefined;
}
