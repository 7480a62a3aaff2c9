import { checkOptions, concurrencyRules } from '../config/check-options.ts';
import { memberOf } from '../contract/printable.ts';
import { isApiError } from '../errors/guards.ts';
import { ConfigurationError } from '../errors/index.ts';
import type { Result } from '../transport/api-promise.ts';
import { abortable } from '../transport/time-limit.ts';
import type { Cooldown, RequestOptions } from '../types/options.ts';
import { RunCooldown } from './cooldown.ts';
import { ItemSource } from './item-source.ts';

/** The progress of a run, after an item completes. */
export interface Progress<T> {
  /** Number of completed items. */
  readonly done: number;
  /** Number of completed items that failed. */
  readonly failed: number;
  /** Number of all items, if they are an array, a set or a map. */
  readonly total: number | undefined;
  /** Position of the item that just completed. */
  readonly index: number;
  /** Result of this item. */
  readonly result: Result<T, unknown>;
}

/** The reason for an early end of {@link forEachConcurrent}. */
export interface Stopped {
  /**
   * - `aborted`: the option `signal` was aborted.
   * - `wait-too-long`: the service asks for a longer wait than `maxCooldown`.
   * - `no-progress`: after ten cooldowns in a row, no call had succeeded and no item had completed.
   * - `source-error`: reading `items` threw an error.
   * - `callback-error`: `onProgress` threw an error or rejected.
   */
  readonly reason: 'aborted' | 'wait-too-long' | 'no-progress' | 'source-error' | 'callback-error';
  /** Number of items that were not started, if `items` is an array, a set or a map. */
  readonly notStarted: number | undefined;
  /**
   * The error of the service, of `items` or of `onProgress`, or the reason of the signal. The error of the service is
   * `undefined` if the task neither throws it nor returns it as a {@link Result}.
   */
  readonly error: unknown;
}

/** The results of {@link forEachConcurrent}. */
export interface ConcurrentResults<T> {
  /** One result for each started item, in the order of the items. */
  readonly results: Result<T, unknown>[];
  /** The reason for an early end; `undefined` if all items were processed. */
  readonly stopped: Stopped | undefined;
}

/** Options of {@link forEachConcurrent}. */
export interface ConcurrencyOptions<T> {
  /** Maximum number of items in progress. Default 8. */
  readonly concurrency?: number | undefined;
  /** Stops the run: aborts the items in progress and starts no further items. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Longest wait, in milliseconds, that the service may ask for; `Infinity` for no limit. A longer wait stops the run.
   * Default 60,000.
   */
  readonly maxCooldown?: number | undefined;
  /**
   * Called after each item, in the order of completion. An error or a rejection stops the run. If it returns a promise,
   * only the end of the run waits for it, not the next item.
   */
  readonly onProgress?: ((progress: Progress<T>) => unknown) | undefined;
}

/** Options for the calls of a task. Pass them to each call, so that it respects the signal and the cooldown. */
export type TaskOptions = Required<Pick<RequestOptions, 'cooldown'>> & Pick<RequestOptions, 'signal'>;

/**
 * Runs a task for each item, a few at a time, and returns the results in the order of the items. An item that fails
 * does not stop the run.
 *
 * All calls share a cooldown: after a 429, or a 503 with `Retry-After`, no call is sent until the requested wait is
 * over. If the service asks for no wait, it is a backoff. Calls that got a 429 are then retried until they succeed or
 * the run stops. These waits do not count as retries.
 *
 * A run can end early: see {@link Stopped}. `items.slice(results.length)` are the items that were not started. If the
 * items come from a generator, its `finally` block runs before the results are returned.
 *
 * @param items An array, or any other iterable or async iterable. The next item is read when there is room for it.
 * @param task Called with an item, the options for its calls and the position of the item.
 *
 * @throws A {@link ConfigurationError} if an option is invalid or `items` cannot be iterated.
 *
 * @example
 * const { results, stopped } = await forEachConcurrent(
 *   rows,
 *   (row, options) => client.customers.create({ name: row.name, type: 'company', id_erp: row.number }, options),
 *   { concurrency: 8, onProgress: ({ done, total }) => console.log(`${done} of ${total}`) },
 * );
 * const failed = results.filter((result) => !result.ok);
 * if (stopped) console.log(`${stopped.reason}: ${stopped.notStarted} rows were not started`);
 */
export async function forEachConcurrent<Item, T>(
  items: Iterable<Item> | AsyncIterable<Item>,
  task: (item: Item, options: TaskOptions, index: number) => T | PromiseLike<T>,
  options: ConcurrencyOptions<T> = {},
): Promise<ConcurrentResults<T>> {
  const { concurrency = 8, signal, maxCooldown = 60_000, onProgress } = checkOptions(options, concurrencyRules);
  if (typeof task !== 'function') throw new ConfigurationError(`task: must be a function, received ${typeof task}`);
  const source = new ItemSource(items);
  const cooldown = new RunCooldown(maxCooldown);
  const total = sizeOf(items);
  const results: Result<T, unknown>[] = [];
  const running = new Set<Promise<void>>();
  const ended = new AbortController();
  const reading = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
  let started = 0;
  let done = 0;
  let failed = 0;
  let stop: { readonly reason: Stopped['reason']; error: unknown } | undefined;
  let reports: Promise<unknown> | undefined;
  let makeRoom = (): void => {};

  function end(reason: Stopped['reason'], error: unknown): void {
    stop ??= { reason, error };
    ended.abort();
  }

  async function runItem(item: Item, index: number): Promise<void> {
    let exhausts = false;
    const taskCooldown = cooldown.forTask((reason) => {
      exhausts = true;
      end(reason, undefined);
    });
    const result = await resultOf(item, index, taskCooldown);
    results[index] = result;
    done += 1;
    if (!result.ok) failed += 1;
    if (!result.ok && signal?.aborted) end('aborted', signal.reason);
    // The error is known only now. A task that handles it may return it as a result.
    if (exhausts && stop && stop.reason === cooldown.exhausted) {
      stop.error ??= result.ok ? memberOf(result.data, 'error') : result.error;
    }
    try {
      const reported = onProgress?.({ done, failed, total, index, result });
      reports = Promise.all([reports, reported]).catch((error: unknown) => end('callback-error', error));
    } catch (error) {
      end('callback-error', error);
    }
  }

  async function resultOf(item: Item, index: number, taskCooldown: Cooldown): Promise<Result<T, unknown>> {
    try {
      const data = await abortable(signal, `item ${index}`, async (own) =>
        task(item, { signal: own, cooldown: taskCooldown }, index),
      );
      cooldown.reset();
      return { ok: true, data };
    } catch (error) {
      // Any other error counts as progress, because the service is available.
      if (!(isApiError(error) && (error.status === 429 || error.status === 503))) cooldown.reset();
      return { ok: false, error };
    }
  }

  while (!reading.aborted) {
    const item = await source.takeNext(reading).catch((error: unknown) => end('source-error', error));
    if (!item) break;
    const run: Promise<void> = runItem(item.value, started++).finally(() => {
      running.delete(run);
      makeRoom();
    });
    running.add(run);
    // `Promise.race` would add a listener to each run, each time.
    if (running.size >= concurrency) await new Promise<void>((resolve) => (makeRoom = resolve));
  }
  if (signal?.aborted && !source.isDone && started !== total) end('aborted', signal.reason);
  await Promise.all(running);
  // An async `onProgress` may still reject, unless the run has stopped anyway.
  await abortable(reading, 'onProgress', async () => reports).catch(() => {});
  await source.close();
  cooldown.dispose();
  return { results, stopped: stop && { ...stop, notStarted: total === undefined ? undefined : total - started } };
}

function sizeOf(items: object): number | undefined {
  if (Array.isArray(items)) return items.length;
  return items instanceof Set || items instanceof Map ? items.size : undefined;
}
