import type { Redact } from '../../../src/wire/redact-token.ts';
import type { Delay, Fault, FaultStep } from './fault-kinds.ts';
import { type FaultCall, unmetConditions } from './fault-match.ts';
import { type FaultEffect, responseOf } from './fault-response.ts';
import { matchesPattern, patternsOf } from './operation-pattern.ts';

/** The effect of a fault on some of its calls. A fault that is no sequence has one step. */
interface Step {
  readonly times: number;
  readonly effect: FaultEffect | undefined;
  readonly delay: Delay;
}

/** A fault and its counters, as JSON. */
interface SavedFault {
  readonly id: string;
  readonly fault: Fault;
  readonly skipped: number;
  readonly hits: number;
}

/** A fault of a mock with its counters. It is immutable: counting a call returns another one with the same fault. */
export class ActiveFault implements SavedFault {
  readonly id: string;
  readonly fault: Fault;
  /** The number of matching calls that were skipped. */
  readonly skipped: number;
  /** The number of calls that the fault was applied to. */
  readonly hits: number;
  readonly #patterns: readonly string[];
  readonly #steps: readonly Step[];

  constructor({ id, fault, skipped = 0, hits = 0 }: Partial<SavedFault> & Pick<SavedFault, 'id' | 'fault'>) {
    this.id = id;
    this.fault = fault;
    this.skipped = skipped;
    this.hits = hits;
    this.#patterns = patternsOf(fault);
    this.#steps = stepsOf(fault);
  }

  /** Returns the fault with other counters. */
  with(counters: Partial<Pick<SavedFault, 'skipped' | 'hits'>>): ActiveFault {
    return new ActiveFault({ ...this.save(), ...counters });
  }

  save(): SavedFault {
    const { id, fault, skipped, hits } = this;
    return { id, fault, skipped, hits };
  }

  /** Whether the fault can no longer apply to a call. */
  get isExhausted(): boolean {
    return this.#step === undefined;
  }

  /** Whether the fault can still apply to a call, or can be started again. */
  get isSaved(): boolean {
    return !this.isExhausted || this.fault.name !== undefined;
  }

  /** The step that applies to the next call. */
  get #step(): Step | undefined {
    let end = 0;
    return this.#steps.find(({ times }) => {
      end += times;
      return this.hits < end;
    });
  }

  /** The failure that the fault causes in the next call. Undefined if it only delays the call, or lets it pass. */
  get effect(): FaultEffect | undefined {
    return this.#step?.effect;
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

  /** The reason why the next call passes, if the fault neither fails nor delays it. */
  get passReason(): string {
    const step = this.#step;
    if (!this.fault.sequence || !step) return 'delay: the call waits 0 ms';
    return `sequence: step ${this.#steps.indexOf(step) + 1} lets the call pass`;
  }

  /** Returns the milliseconds that the next call must wait: infinity if the fault holds calls. */
  delay(random: () => number): number {
    const delay = this.#step?.delay ?? 0;
    return typeof delay === 'number' ? delay : delay.min + random() * (delay.max - delay.min);
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
