import type { Redact } from '../../../src/wire/redact-token.ts';
import type { MockResponse } from '../../shared/http-messages.ts';
import {
  type ConnectionFailure,
  type Delay,
  type Fault,
  type FaultStep,
  matchesPattern,
  patternsOf,
} from './fault-kinds.ts';
import { type FaultCall, unmetConditions } from './fault-match.ts';
import { responseOf } from './fault-response.ts';

/** The failure that a fault causes. */
export type FaultEffect =
  | { readonly kind: 'status'; readonly response: MockResponse }
  | { readonly kind: ConnectionFailure };

/** The effect of a fault on some of its calls. A fault that is no sequence has one step. */
interface Step {
  readonly times: number;
  readonly effect: FaultEffect | undefined;
  readonly delay: Delay;
}

/** A fault and its counters. */
interface SavedFault {
  readonly id: string;
  readonly fault: Fault;
  readonly skipped: number;
  readonly hits: number;
}

/** A fault of a mock, its counters, and the calls that wait for it. */
export class ActiveFault {
  readonly id: string;
  readonly fault: Fault;
  readonly #patterns: readonly string[];
  readonly #steps: readonly Step[];
  /** The functions that end the waits. */
  readonly #waits = new Set<() => void>();
  readonly #onWaiting: (fault: ActiveFault) => void;
  /** Called once, when a call begins to wait. */
  readonly #onReached = new Set<() => void>();
  #isReleased = false;
  #waiting = 0;
  #skipped = 0;
  #hits = 0;

  /** @param onWaiting Called when a call begins or ends to wait. */
  constructor(id: string, fault: Fault, onWaiting: (fault: ActiveFault) => void) {
    this.id = id;
    this.fault = fault;
    this.#onWaiting = onWaiting;
    this.#patterns = patternsOf(fault);
    this.#steps = stepsOf(fault);
  }

  /** Whether the fault can no longer apply to a call. */
  get isExhausted(): boolean {
    return this.#step === undefined;
  }

  /** Whether the fault can still apply to a call, or can be started again. */
  get isSaved(): boolean {
    return !this.isExhausted || this.fault.name !== undefined;
  }

  /** Whether the fault can no longer apply to a call, none waits for it, and nobody can start it again. */
  get isDone(): boolean {
    return !this.isSaved && this.#waiting === 0;
  }

  /** The step that applies to the next call. */
  get #step(): Step | undefined {
    let end = 0;
    return this.#steps.find(({ times }) => {
      end += times;
      return this.#hits < end;
    });
  }

  /** The failure that the fault causes in the next call. Undefined if it only delays the call, or lets it pass. */
  get effect(): FaultEffect | undefined {
    return this.#step?.effect;
  }

  /** The number of calls that the fault was applied to. */
  get hits(): number {
    return this.#hits;
  }

  /** The number of matching calls that were skipped. */
  get skipped(): number {
    return this.#skipped;
  }

  /** The number of calls that wait for the fault, also those whose body or response is not there yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Returns the fault with the numbers of calls that it skipped and that it applied to. */
  save(): SavedFault {
    return { id: this.id, fault: this.fault, skipped: this.#skipped, hits: this.#hits };
  }

  /** Continues with the numbers of calls of a saved fault. */
  load({ skipped, hits }: Pick<SavedFault, 'skipped' | 'hits'>): void {
    this.#skipped = skipped;
    this.#hits = hits;
  }

  /** Starts from the beginning, as if no call had come. */
  reset(): void {
    this.load({ skipped: 0, hits: 0 });
  }

  /** Whether calls wait with their response, after the operation has run. */
  get holdsResponse(): boolean {
    return this.fault.hold === 'response';
  }

  /** Whether the fault applies only to some bodies, so that it must see the body first. */
  get needsBody(): boolean {
    return this.fault.match?.body !== undefined;
  }

  includes(operation: string | undefined): boolean {
    return this.#patterns.some((pattern) => matchesPattern(pattern, operation));
  }

  /** Returns a line for each condition that a call does not meet. */
  unmet(call: FaultCall, redact?: Redact): readonly string[] {
    if (this.includes(call.operation)) return this.fault.match ? unmetConditions(this.fault.match, call, redact) : [];
    return [`operation: expected ${this.#patterns.join(' or ')}, received ${call.operation ?? 'none'}`];
  }

  /** Whether to skip a matching call. Counts the calls that it skips. */
  skips(): boolean {
    if (this.#skipped >= (this.fault.after ?? 0)) return false;
    this.#skipped += 1;
    return true;
  }

  /** Whether the fault applies to a matching call. */
  fires(random: () => number): boolean {
    const { probability } = this.fault;
    return probability === undefined || random() < probability;
  }

  /**
   * Counts a call that the fault applies to. Returns the milliseconds that the call must wait: infinity if the fault
   * holds calls.
   */
  take(random: () => number): number {
    const delay = this.#step?.delay ?? 0;
    this.#hits += 1;
    return typeof delay === 'number' ? delay : delay.min + random() * (delay.max - delay.min);
  }

  /**
   * Counts a call that waits as soon as its body has arrived or its response is there. {@link wait} or {@link endCall}
   * must follow.
   */
  expectCall(): void {
    this.#waiting += 1;
    this.#onWaiting(this);
  }

  /** Counts a call that no longer waits. */
  endCall(): void {
    this.#waiting -= 1;
    this.#onWaiting(this);
  }

  /** Waits until the delay is over, the fault is released, or the signal is aborted. */
  wait(delay: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isReleased || signal.aborted) {
        this.endCall();
        resolve();
        return;
      }
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#waits.delete(end);
        this.endCall();
        resolve();
      };
      const timer = delay === Number.POSITIVE_INFINITY ? undefined : setTimeout(end, delay);
      signal.addEventListener('abort', end);
      this.#waits.add(end);
      for (const listener of this.#onReached) listener();
      this.#onReached.clear();
    });
  }

  /** Lets all waiting calls continue, and those that would begin to wait later. */
  release(): void {
    this.#isReleased = true;
    for (const end of this.#waits) end();
  }

  /** Resolves as soon as a call waits: its body has arrived, or its response is there. */
  async reached(): Promise<void> {
    if (this.#waits.size === 0) await new Promise<void>((resolve) => this.#onReached.add(resolve));
  }
}

function stepsOf(fault: Fault): readonly Step[] {
  if (fault.sequence) return fault.sequence.map((step) => toStep(step, 1));
  if (fault.hold) {
    const { times = Number.POSITIVE_INFINITY } = fault;
    return [{ times, effect: undefined, delay: Number.POSITIVE_INFINITY }];
  }
  return [toStep(fault, Number.POSITIVE_INFINITY)];
}

function toStep(step: FaultStep, defaultTimes: number): Step {
  const { times = defaultTimes, delay = 0, status, fault } = step;
  if (status !== undefined) return { times, effect: { kind: 'status', response: responseOf(step) }, delay };
  return { times, effect: fault && { kind: fault }, delay };
}
