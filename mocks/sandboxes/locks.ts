/** Runs functions for one name one after another, and those for different names in parallel. */
export class Locks {
  readonly #last = new Map<string, Promise<unknown>>();

  isLocked(name: string): boolean {
    return this.#last.has(name);
  }

  async run<T>(name: string, run: () => Promise<T>): Promise<T> {
    const previous = this.#last.get(name);
    const current = previous ? previous.then(run, run) : run();
    this.#last.set(name, current);
    try {
      return await current;
    } finally {
      if (this.#last.get(name) === current) this.#last.delete(name);
    }
  }

  /** Waits until no function is running or waiting. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }
}
