import { sleep } from '../../shared/time.ts';

/** Milliseconds between two readings. */
const interval = 5_000;

/** Reads something now and then. */
export class Polling {
  readonly #read: () => Promise<void>;
  #stop: AbortController | undefined;

  /** @param read Must not reject. */
  constructor(read: () => Promise<void>) {
    this.#read = read;
  }

  /** Reads after a number of milliseconds, and then at an interval. Does nothing if it already runs. */
  start(delay: number): void {
    if (this.#stop) return;
    this.#stop = new AbortController();
    void this.#run(delay, this.#stop.signal);
  }

  stop(): void {
    this.#stop?.abort();
    this.#stop = undefined;
  }

  async #run(delay: number, signal: AbortSignal): Promise<void> {
    for (let wait = delay; ; wait = interval) {
      await sleep(wait, signal);
      if (signal.aborted) return;
      await this.#read();
    }
  }
}
