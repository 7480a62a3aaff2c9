/** The reads after a change may take this part of the time of the mock. */
const maxShare = 0.02;

/** The longest wait between two changes, in milliseconds. */
const maxWait = 10_000;

/**
 * Reports changes, but more seldom the longer the mock takes for the reads that follow a change. So pages that show
 * much do not slow it down.
 */
export class Pacer {
  readonly #onChange: () => void;
  #isChanged = false;
  #lastReport = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of reads in progress. */
  #reading = 0;
  /** The time that the mock took for the slowest read since the last report, in milliseconds. */
  #slowest = 0;

  /** @param onChange Called after one or more changes. It starts the reads. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Reports a change: now, or after the reads in progress and a wait. */
  changed(): void {
    this.#isChanged = true;
    this.#schedule();
  }

  /** Reads something from the control API, which tells how long it took. */
  async measure(read: () => Promise<Response>): Promise<Response> {
    this.#reading += 1;
    try {
      const response = await read();
      this.#slowest = Math.max(this.#slowest, durationOf(response));
      return response;
    } finally {
      this.#reading -= 1;
      this.#schedule();
    }
  }

  #schedule(): void {
    if (!this.#isChanged || this.#reading > 0) return;
    clearTimeout(this.#timer);
    const wait = this.#lastReport + Math.min(maxWait, this.#slowest / maxShare) - performance.now();
    if (wait <= 0) this.#report();
    else this.#timer = setTimeout(() => this.#report(), wait);
  }

  #report(): void {
    clearTimeout(this.#timer);
    this.#isChanged = false;
    this.#slowest = 0;
    this.#lastReport = performance.now();
    this.#onChange();
  }
}

/** Returns the milliseconds of the header `server-timing`. Returns 0 without it. */
function durationOf({ headers }: Response): number {
  const [, duration = '0'] = /;dur=(\d+(?:\.\d+)?)/.exec(headers.get('server-timing') ?? '') ?? [];
  return Number(duration);
}
