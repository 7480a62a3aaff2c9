import { maxDelay } from '../config/check-options.ts';
import { backoff } from '../transport/retry.ts';
import type { Cooldown } from '../types/options.ts';

const maxRounds = 10;

/** The cooldown that all calls of one run share. */
export class RunCooldown {
  readonly #max: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #resumesAt = 0;
  /** Number of cooldowns that have started. */
  #rounds = 0;
  /** Number of cooldowns that have started since the last progress. */
  #consecutive = 0;
  /** The reason to stop the run, if there is one. */
  exhausted: 'wait-too-long' | 'no-progress' | undefined;

  /** @param max The longest wait, in milliseconds, that the service may ask for. Its own backoff can be longer. */
  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Returns the view of one task. It knows whether a request was sent before or after the latest cooldown started.
   *
   * @param onExhausted Called when a call of the task gets a response that stops the run.
   */
  forTask(onExhausted?: (reason: NonNullable<RunCooldown['exhausted']>) => void): Cooldown {
    let sentInRound = this.#rounds;
    return {
      remaining: () => {
        // A task in progress may make more calls. They reject with this error.
        if (this.exhausted) throw new Error(`the run has stopped (${this.exhausted}) and sends no more calls`);
        const remaining = this.#remaining();
        if (remaining === 0) sentInRound = this.#rounds;
        return remaining;
      },
      start: (seconds) => {
        const wait = this.#start(seconds, sentInRound);
        if (this.exhausted) onExhausted?.(this.exhausted);
        return wait;
      },
      succeeded: () => this.reset(),
    };
  }

  /** Called when a call succeeds or an item completes: the run makes progress. */
  reset(): void {
    this.#consecutive = 0;
  }

  /** Clears the timer, which would keep the process running. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  // The timer decides when the cooldown is over, not the clock: fake timers may not replace `performance`.
  #remaining(): number {
    return this.#timer === undefined ? 0 : Math.max(1, this.#resumesAt - performance.now());
  }

  #start(seconds: number | undefined, sentInRound: number): number | undefined {
    // Requests that were sent in parallel are rejected together, so that they start only one cooldown.
    if (sentInRound === this.#rounds) {
      this.#rounds += 1;
      this.#consecutive += 1;
    }
    // A wait of 0 seconds would not protect the service.
    const wait = seconds ? seconds * 1000 : backoff(Math.max(1, this.#consecutive));
    // A number with too many digits is infinite. Such a wait would never end, even if the maximum is infinite.
    if (seconds && (wait > this.#max || wait === Number.POSITIVE_INFINITY)) this.exhausted ??= 'wait-too-long';
    else if (this.#consecutive > maxRounds) this.exhausted ??= 'no-progress';
    if (this.exhausted) return undefined;
    if (wait > this.#remaining()) {
      this.dispose();
      this.#resumesAt = performance.now() + wait;
      this.#startTimer(wait);
    }
    return this.#remaining();
  }

  /** A wait can be longer than the delay of a timer. */
  #startTimer(wait: number): void {
    this.#timer = setTimeout(
      () => (wait > maxDelay ? this.#startTimer(wait - maxDelay) : this.dispose()),
      Math.min(wait, maxDelay),
    );
  }
}
