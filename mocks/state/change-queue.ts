import { errorMessage } from '../shared/errors.ts';
import { type Commit, isEmpty } from './commit.ts';
import type { Change, Persistence, RecordKey } from './persistence.ts';

/** The functions that a queue calls. */
interface QueueListeners {
  /** Applies changes of others. Undoes the pending ones before, and adds them again if they are still valid. */
  readonly rebase: (others: readonly Change[], pending: readonly Commit[]) => void;
  /** Undoes the newest change. */
  readonly revert: (commit: Commit) => void;
  readonly onStored: (change: Change) => void;
}

/**
 * Stores the changes of a mock in order.
 * - Calls run one after another, and each waits until its change is stored. A call whose change cannot be stored is
 *   undone.
 * - A direct write has already happened when its change arrives here. The change is stored next. If that fails, it is
 *   stored together with the next change.
 */
export class ChangeQueue {
  readonly #persistence: Persistence;
  readonly #listeners: QueueListeners;
  /** Changes of direct writes, and those of the call that is running. */
  #pending: Commit[] = [];
  #isCallRunning = false;
  /** The end of the last job. Jobs run one after another. */
  #lastJob: Promise<unknown> = Promise.resolve();
  #unfinishedJobs = 0;
  /** A flush that waits for its turn. Further callers share it until it starts. */
  #nextFlush: Promise<void> | undefined;
  #hasReported = false;

  constructor(persistence: Persistence, listeners: QueueListeners) {
    this.#persistence = persistence;
    this.#listeners = listeners;
  }

  /** Whether a direct write is in progress that others may make too, because it does not wait for its turn. */
  get isSharedDirectWrite(): boolean {
    return this.#persistence.isShared === true && !this.#isCallRunning;
  }

  /** Adds a change that has happened in memory. */
  add(commit: Commit): void {
    if (isEmpty(this.#storable(commit.change))) {
      this.#listeners.onStored(commit.change);
      return;
    }
    this.#pending.push(commit);
    if (!this.#isCallRunning) void this.#tryFlush();
  }

  /**
   * Runs a call that may write, and stores its change together with all direct writes before it.
   *
   * @throws An Error if the change could not be stored. The call is undone then, unless a direct write came after it.
   */
  write<T>(call: () => T): Promise<T> {
    return this.#enqueue(() => this.#store(call));
  }

  /** Runs a call that only reads, after the calls in progress. Its settings may change, for example fault counters. */
  async read<T>(call: () => T): Promise<T> {
    const result = this.#unfinishedJobs === 0 ? this.#run(call) : await this.#enqueue(async () => this.#run(call));
    if (this.#pending.length > 0) await this.#tryFlush();
    return result;
  }

  /** Waits until all changes so far are stored. */
  flush(): Promise<void> {
    this.#nextFlush ??= this.#enqueue(async () => {
      this.#nextFlush = undefined;
      if (this.#pending.length > 0) await this.#store(() => undefined);
    });
    return this.#nextFlush;
  }

  /** Applies the changes of others. */
  refresh(): Promise<void> {
    return this.#enqueue(async () => this.#apply(await this.#persistence.pull()));
  }

  async #store<T>(call: () => T): Promise<T> {
    let before: readonly Commit[] = [];
    let own: readonly Commit[] = [];
    try {
      const result = await this.#persistence.runExclusive((others) => {
        this.#apply(others);
        before = this.#take();
        const called = this.#run(call);
        own = this.#take();
        return { result: called, changes: [...before, ...own].map(({ change }) => this.#storable(change)) };
      });
      this.#hasReported = false;
      for (const { change } of [...before, ...own]) this.#listeners.onStored(change);
      return result;
    } catch (error) {
      // A direct write after the call may depend on its rows, so the call stays and its change is stored later.
      const isLast = this.#pending.length === 0;
      if (isLast) for (const commit of own.toReversed()) this.#listeners.revert(commit);
      this.#pending.unshift(...before, ...(isLast ? [] : own));
      throw error;
    }
  }

  /** Leaves out named snapshots if the persistence cannot load their parts: nobody could restore them. */
  #storable(change: Change): Change {
    if (this.#persistence.loadCollection) return change;
    const isStored = ({ collection }: RecordKey) => collection !== 'snapshots';
    return { written: change.written.filter(isStored), deleted: change.deleted.filter(isStored) };
  }

  #enqueue<T>(job: () => Promise<T>): Promise<T> {
    this.#unfinishedJobs += 1;
    const result = this.#lastJob.then(job);
    const done = () => {
      this.#unfinishedJobs -= 1;
    };
    this.#lastJob = result.then(done, done);
    return result;
  }

  #run<T>(call: () => T): T {
    this.#isCallRunning = true;
    try {
      return call();
    } finally {
      this.#isCallRunning = false;
    }
  }

  #take(): Commit[] {
    return this.#pending.splice(0);
  }

  #apply(others: readonly Change[]): void {
    if (others.length > 0) this.#listeners.rebase(others, this.#take());
  }

  /** Stores all changes so far, or reports that this failed. The next change stores them then. */
  #tryFlush(): Promise<void> {
    return this.flush().catch((error: unknown) => this.#report(error));
  }

  #report(error: unknown): void {
    if (this.#hasReported) return;
    this.#hasReported = true;
    const reason = errorMessage(error);
    console.error(
      `[masterdata-sdk] A change could not be stored yet. The next change stores it as well. Reason: ${reason}`,
    );
  }
}
