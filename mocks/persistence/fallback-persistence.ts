import { errorMessage, warn } from '../shared/errors.ts';
import type {
  Change,
  ExclusiveResult,
  Persistence,
  SnapshotCollection,
  StoredRecord,
  StoredState,
} from '../state/persistence.ts';

/**
 * Stores changes until that fails for the first time. From then on, the mock works without persistence. A failure of
 * `load` is an error, because the mock cannot know what is stored.
 */
export class FallbackPersistence implements Persistence {
  readonly isShared: boolean;
  readonly #persistence: Persistence;
  #hasFailed = false;

  constructor(persistence: Persistence) {
    this.isShared = persistence.isShared === true;
    this.#persistence = persistence;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Stops storing changes, with a warning. */
  fail(reason: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    warnNotStored(reason);
  }

  load(): Promise<StoredState | undefined> {
    return this.#persistence.load();
  }

  async loadCollection(collection: SnapshotCollection): Promise<readonly StoredRecord[]> {
    return (await this.#persistence.loadCollection?.(collection)) ?? [];
  }

  append(changes: readonly Change[]): Promise<void> {
    return this.#attempt(
      () => this.#persistence.append(changes),
      () => undefined,
    );
  }

  pull(): Promise<readonly Change[]> {
    return this.#attempt(
      () => this.#persistence.pull(),
      () => [],
    );
  }

  runExclusive<T>(run: (others: readonly Change[]) => ExclusiveResult<T>): Promise<T> {
    // A function that has run must not run again: its call has happened.
    let executed: ExclusiveResult<T> | undefined;
    const runOnce = (others: readonly Change[]) => {
      executed ??= run(others);
      return executed;
    };
    return this.#attempt(
      () => this.#persistence.runExclusive(runOnce),
      () => runOnce([]).result,
    );
  }

  async #attempt<T>(store: () => Promise<T>, withoutStore: () => T): Promise<T> {
    if (this.#hasFailed) return withoutStore();
    try {
      return await store();
    } catch (error) {
      this.fail(error);
      return withoutStore();
    }
  }
}

/** Warns that the data of a page is not stored. */
export function warnNotStored(reason: unknown): void {
  warn(`The data of the mock is not stored from now on, and will be lost with the page: ${errorMessage(reason)}`);
}
