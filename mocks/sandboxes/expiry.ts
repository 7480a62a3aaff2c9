import { unref } from '../shared/time.ts';
import type { LoadedSandbox } from './loaded-sandbox.ts';

/** The time limits of sandboxes, in milliseconds after the last use. Infinity for none. */
interface TimeLimits {
  readonly idleTimeout: number;
  readonly ttl: number;
}

/** Milliseconds between two sweeps, at most. */
const maxInterval = 60_000;

/** Decides which sandboxes nobody uses any more. */
export class Expiry {
  readonly #limits: TimeLimits;
  readonly #startedAt = Date.now();
  readonly #lastUsedAt = new Map<string, number>();

  constructor(limits: TimeLimits) {
    this.#limits = limits;
  }

  /** Returns the time of the last use since the start of the process. */
  lastUsedAt(name: string): number | undefined {
    return this.#lastUsedAt.get(name);
  }

  /** Remembers that a sandbox is used now. */
  touch(name: string): void {
    this.#lastUsedAt.set(name, Date.now());
  }

  /** Forgets a sandbox that was deleted. */
  forget(name: string): void {
    this.#lastUsedAt.delete(name);
  }

  /** Returns whether a sandbox is to be deleted or unloaded, because a time limit has passed. */
  decide(name: string, loaded: LoadedSandbox | undefined): 'delete' | 'unload' | 'keep' {
    const unusedFor = Date.now() - (this.#lastUsedAt.get(name) ?? this.#startedAt);
    if (!loaded?.hasCountedUse && unusedFor >= this.#limits.ttl) return 'delete';
    return loaded && !loaded.isUsed && unusedFor >= this.#limits.idleTimeout ? 'unload' : 'keep';
  }

  /**
   * Calls a function at a quarter of the shorter limit, but at least every minute. The timer does not keep the process
   * alive. Returns a function that stops it.
   */
  startSweeping(sweep: () => void): () => void {
    const limit = Math.min(this.#limits.idleTimeout, this.#limits.ttl);
    if (limit === Number.POSITIVE_INFINITY) return () => undefined;
    const timer = setInterval(sweep, Math.min(Math.ceil(limit / 4), maxInterval));
    unref(timer);
    return () => clearInterval(timer);
  }
}
