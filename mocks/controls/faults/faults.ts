import * as z from 'zod/mini';
import type { Redact } from '../../../src/wire/redact-token.ts';
import type { MockResponse } from '../../shared/http-messages.ts';
import type { OwnOperation } from '../../shared/own-operation.ts';
import { parseOptions, wholeNumber } from '../../shared/parse-options.ts';
import type { Random } from '../../shared/random.ts';
import type { ClosestFault } from '../journal-entry.ts';
import { ActiveFault, type FaultEffect } from './active-fault.ts';
import { describeClosest } from './closest-fault.ts';
import type { Fault, FaultKind, FaultScope, HoldFault } from './fault-kinds.ts';
import type { FaultCall, FaultTarget } from './fault-match.ts';
import { type FaultPreset, faultPresets, parsePreset } from './fault-presets.ts';
import type { ResponseEdit } from './fault-response.ts';
import { parseFault } from './fault-schema.ts';
import { type Wait, type WaitingCall, WaitingCalls } from './waiting-calls.ts';

/** A fault that was added to a mock. */
export interface AddedFault {
  /** The id of the fault in {@link MockFaults.list}: its name, or a number. All faults of a preset have the same id. */
  readonly id: string;
  /** Removes the fault. Calls that it delays or holds continue. */
  remove(): void;
}

/** The calls that wait because of {@link MockFaults.hold} or {@link MockFaults.holdResponse}. */
export interface HeldCalls extends AddedFault {
  /** The number of calls that are waiting. */
  readonly waiting: number;
  /** Resolves as soon as a call is waiting. */
  reached(): Promise<void>;
  /** Lets the waiting calls continue, and holds no more of them. The same as `remove`. */
  release(): void;
}

/** A fault in the list of a mock. */
export type FaultEntry = Fault & {
  /** The id to remove the fault with. All faults of a preset have the same id. */
  readonly id: string;
  /** The number of calls that the fault was matched to. */
  readonly hits: number;
  /** The number of calls that the fault is delaying or holding. */
  readonly waiting: number;
};

/** The faults of a mock. */
export interface MockFaults {
  /**
   * Adds a fault or the faults of a preset. If several faults match a call, their delays add up, and the first failure
   * applies.
   *
   * @throws A TypeError if the fault has no effect, more than one effect, or an unusable property.
   * @example
   * ```ts
   * mock.faults.add({ on: 'products.update', times: 1, status: 503 });
   * mock.faults.add({ on: 'customers.*', fault: 'drop-connection' });
   * const flaky = mock.faults.add('flaky-network');
   * flaky.remove();
   * ```
   */
  add<const On extends FaultTarget = '*'>(fault: Fault<On> | FaultPreset): AddedFault;
  /**
   * Holds matching calls until `release` is called. The operation runs after that. `reset` drops held calls.
   *
   * @param on The operations: `products.get`, `products.*`, `*`, a definition of your own, or a list.
   * @param scope Other limits, for example `{ times: 1 }` or `{ match: { params: { id } } }`.
   * @throws A TypeError if there is no such operation.
   * @example
   * ```ts
   * const held = mock.faults.hold('products.get');
   * // … start the call and check the loading state
   * held.release();
   * ```
   */
  hold<const On extends FaultTarget = '*'>(on: HoldFault<On>['on'], scope?: Omit<FaultScope<On>, 'on'>): HeldCalls;
  /**
   * Holds the responses of matching calls, like a breakpoint: the operation runs, and its response waits. Edit it with
   * {@link release}. `reset` drops held calls.
   *
   * @param on The operations, as for {@link hold}.
   * @param scope Other limits, for example `{ times: 1 }`.
   * @throws A TypeError if there is no such operation, or if the mock is a hosted one.
   * @example
   * ```ts
   * const held = mock.faults.holdResponse('products.get', { times: 1 });
   * // … start the call
   * await held.reached();
   * const [call] = mock.faults.waiting();
   * if (call) mock.faults.release(call.id, { status: 404, body: { success: false, error: 'Gone' } });
   * ```
   */
  holdResponse<const On extends FaultTarget = '*'>(
    on: HoldFault<On>['on'],
    scope?: Omit<FaultScope<On>, 'on'>,
  ): HeldCalls;
  /**
   * Lets one waiting call continue. A response that is held can be edited. The fault stays.
   *
   * @param id The id of the call in {@link waiting}.
   * @throws A TypeError if an edited part is not valid, or if the operation has not run yet. The call then waits on.
   * @returns Whether there was such a call.
   */
  release(id: number, edit?: ResponseEdit): boolean;
  /** Removes the faults with an id. Calls that they delay or hold continue. Returns whether there were any. */
  remove(id: string): boolean;
  /**
   * Starts the faults with an id or name again, as if they had seen no call: sequences at their first step. Returns
   * whether there were any.
   *
   * @example
   * ```ts
   * mock.faults.add({ name: 'recovery', on: 'products.update', sequence: [{ status: 503 }, { delay: 2000 }] });
   * mock.faults.reset('recovery');
   * ```
   */
  reset(id: string): boolean;
  /** Removes every fault. Calls that are delayed or held continue. */
  clear(): void;
  /**
   * Resolves as soon as a call waits for the fault with an id. It never resolves if the fault is removed before.
   * Returns undefined if there is no such fault.
   */
  reached(id: string): Promise<void> | undefined;
  /** Returns the faults that can still apply to a call, that a call is waiting for, or that have a name. */
  list(): readonly FaultEntry[];
  /** Returns the calls that faults are delaying or holding, oldest first. */
  waiting(): readonly WaitingCall[];
  /**
   * Calls a function when a call begins or stops to wait for a delay or a hold. An error that it throws is printed and
   * otherwise ignored. Returns a function that stops this.
   *
   * @throws A TypeError if the listener is not a function.
   */
  onWaiting(listener: () => void): () => void;
}

/** The combined effect of the faults that match a call. */
export interface InjectedFault {
  readonly kind: FaultKind;
  readonly effect: FaultEffect | undefined;
  /** Whether the operation must not run. */
  readonly skipsOperation: boolean;
  /** Waits for the delays and holds, if there are any. Resolves early if the signal is aborted. */
  readonly wait: ((signal: AbortSignal | undefined) => Promise<unknown>) | undefined;
  /** Holds the response, if a fault does. Resolves with the response as it was edited, if it was. */
  readonly holdResponse:
    | ((response: MockResponse, signal: AbortSignal | undefined) => Promise<MockResponse>)
    | undefined;
  /** Called when the call is over, also if its response was not held. */
  readonly end: () => void;
}

/** The faults that apply to a call. */
export interface FaultDecision {
  readonly fault?: InjectedFault | undefined;
  /** The closest fault, if none applies. */
  readonly closestFault?: ClosestFault | undefined;
}

const stateSchema = z.strictObject({
  random: wholeNumber(0),
  lastId: wholeNumber(0),
  faults: z.array(
    z.strictObject({ id: z.string(), fault: z.unknown(), skipped: wholeNumber(0), hits: wholeNumber(0) }),
  ),
});

/** Rules of the mock that faults belong to. */
interface FaultRules {
  /** Throws an error for a fault that the mock must not have, however it arrives. */
  readonly assertFault?: ((fault: Fault) => void) | undefined;
  /** The operations that the specification does not document. */
  readonly operations: readonly OwnOperation[];
}

/** The faults of one mock. */
export class Faults implements MockFaults {
  readonly #random: Random;
  readonly #changed: () => void;
  readonly #rules: FaultRules;
  /** Exhausted faults stay until no call waits for them, so that removing them lets the calls continue. */
  readonly #active = new Set<ActiveFault>();
  readonly #waitingCalls: WaitingCalls;
  #lastId = 0;

  /**
   * @param changed Called after a fault was added or removed.
   */
  constructor(random: Random, changed: () => void, rules: FaultRules) {
    this.#random = random;
    this.#changed = changed;
    this.#rules = rules;
    this.#waitingCalls = new WaitingCalls(rules.assertFault);
  }

  /** Whether no fault can apply to a call. */
  get isEmpty(): boolean {
    return this.#active.size === 0;
  }

  /** Whether a fault must see the body of a call before it applies. */
  get needsBody(): boolean {
    return this.#active.size > 0 && [...this.#active].some((fault) => fault.needsBody);
  }

  add(fault: Fault<FaultTarget> | FaultPreset): AddedFault {
    const parsed = (typeof fault === 'string' ? faultPresets[parsePreset(fault)] : [fault]).map((each) =>
      this.#parse(each),
    );
    const [{ name } = {}] = parsed;
    if (name === undefined) this.#lastId += 1;
    const id = name ?? String(this.#lastId);
    const added = parsed.map((each) => this.#create(id, each));
    this.remove(id); // a fault with the same name
    for (const each of added) this.#active.add(each);
    this.#changed();
    return { id, remove: () => this.#remove(added) };
  }

  hold(on: HoldFault<FaultTarget>['on'], scope: Omit<FaultScope<FaultTarget>, 'on'> = {}): HeldCalls {
    return this.#addHold({ ...scope, on, hold: true });
  }

  holdResponse(on: HoldFault<FaultTarget>['on'], scope: Omit<FaultScope<FaultTarget>, 'on'> = {}): HeldCalls {
    return this.#addHold({ ...scope, on, hold: 'response' });
  }

  release(id: number, edit?: ResponseEdit): boolean {
    return this.#waitingCalls.release(id, edit);
  }

  #addHold(given: HoldFault<FaultTarget>): HeldCalls {
    const { id, remove } = this.add(given);
    const fault = this.#find(id).at(-1);
    return {
      id,
      get waiting() {
        return fault?.waiting ?? 0;
      },
      reached: async () => fault?.reached(),
      release: remove,
      remove,
    };
  }

  remove(id: string): boolean {
    return this.#remove(this.#find(id));
  }

  reset(id: string): boolean {
    const found = this.#find(id);
    for (const fault of found) fault.reset();
    if (found.length > 0) this.#changed();
    return found.length > 0;
  }

  reached(id: string): Promise<void> | undefined {
    return this.#find(id)[0]?.reached();
  }

  clear(): void {
    this.#remove([...this.#active]);
  }

  /** Ends all delays and holds of calls in progress. The faults stay. */
  interrupt(): void {
    this.#waitingCalls.releaseAll();
  }

  list(): readonly FaultEntry[] {
    return Array.from(this.#active, ({ fault, id, hits, waiting }) => ({
      ...structuredClone(fault),
      id,
      hits,
      waiting,
    }));
  }

  waiting(): readonly WaitingCall[] {
    return this.#waitingCalls.list();
  }

  onWaiting(listener: () => void): () => void {
    return this.#waitingCalls.onChange(listener);
  }

  /** Returns the faults that can still apply, and the state of the random numbers. */
  save(): unknown {
    const faults = [...this.#active].filter(({ isSaved }) => isSaved).map((fault) => fault.save());
    return { random: this.#random.state, lastId: this.#lastId, faults };
  }

  /**
   * Replaces the faults by saved ones. Calls that wait for a fault that is no longer there continue.
   *
   * @throws A TypeError if the value is not a saved state. Nothing changes then.
   */
  load(saved: unknown): void {
    const { random, lastId, faults } = parseOptions(stateSchema, saved, 'faults');
    const former = [...this.#active];
    const loaded = faults.map(({ id, fault, ...counters }) => {
      const same = former.find((each) => each.id === id && JSON.stringify(each.fault) === JSON.stringify(fault));
      return { fault: same ?? this.#create(id, this.#parse(fault)), counters };
    });
    // An exhausted fault without a name is not saved, but calls may still wait for it.
    this.#remove(former.filter((each) => each.isSaved && !loaded.some(({ fault }) => fault === each)));
    for (const { fault, counters } of loaded) {
      fault.load(counters);
      // A fault that was here before moves to its saved place.
      this.#active.delete(fault);
      this.#active.add(fault);
    }
    this.#random.state = random;
    this.#lastId = lastId;
  }

  /**
   * Returns the effect of the faults that apply to a call, and counts the call.
   *
   * @param redact Replaces the tokens of the call in descriptions.
   */
  next(call: FaultCall, redact: Redact): FaultDecision {
    const { effect, waits, responseWaits, misses, isMatched } = this.#match(call);
    if (!effect && waits.length + responseWaits.length === 0) {
      return isMatched ? {} : { closestFault: describeClosest(misses, call, redact) };
    }
    const isHeld = [...waits, ...responseWaits].some(({ fault }) => fault.fault.hold);
    const kind = effect?.kind ?? (isHeld ? 'hold' : 'delay');
    const matched = { call, redact, isDropped: kind === 'drop-response' };
    // Empties the list, so that `end` counts only faults whose wait never began.
    const holdResponse: InjectedFault['holdResponse'] = async (response, signal) =>
      (await this.#waitingCalls.add(matched, responseWaits.splice(0), response)(signal)) ?? response;
    return {
      fault: {
        kind,
        effect,
        skipsOperation: kind === 'status' || kind === 'drop-connection',
        // Before its body has arrived, so that the list of waiting calls has it.
        wait: waits.length > 0 ? this.#waitingCalls.add(matched, waits) : undefined,
        holdResponse: responseWaits.length > 0 ? holdResponse : undefined,
        end() {
          for (const { fault } of responseWaits) fault.endCall();
        },
      },
    };
  }

  /** Finds the faults that apply to a call, and counts the call. */
  #match(call: FaultCall) {
    const waits: Wait[] = [];
    const responseWaits: Wait[] = [];
    const misses: ActiveFault[] = [];
    let isMatched = false;
    let effect: FaultEffect | undefined;
    for (const fault of this.#active) {
      if (fault.isExhausted) continue;
      if (fault.unmet(call).length > 0 || fault.skips()) {
        misses.push(fault);
        continue;
      }
      if (effect && fault.effect) continue; // the first failure applies; later ones are not used up
      isMatched = true;
      if (!fault.fires(this.#random.next)) continue;
      effect ??= fault.effect;
      const delay = fault.take(this.#random.next);
      if (delay > 0) {
        fault.expectCall();
        (fault.holdsResponse ? responseWaits : waits).push({ fault, delay });
      } else if (fault.isDone) this.#active.delete(fault);
    }
    return { effect, waits, responseWaits, misses, isMatched };
  }

  #parse(value: unknown): Fault {
    const fault = parseFault(value, this.#rules.operations);
    this.#rules.assertFault?.(fault);
    return fault;
  }

  #create(id: string, fault: Fault): ActiveFault {
    return new ActiveFault(id, fault, (active) => {
      if (active.isDone) this.#active.delete(active);
      this.#waitingCalls.reportChange();
    });
  }

  #find(id: string): readonly ActiveFault[] {
    return [...this.#active].filter((fault) => fault.id === id);
  }

  #remove(faults: readonly ActiveFault[]): boolean {
    for (const fault of faults) {
      this.#active.delete(fault);
      fault.release();
    }
    if (faults.length > 0) this.#changed();
    return faults.length > 0;
  }
}

/** The connection was dropped before there was a response. Only the journal shows it. */
export const noResponse: MockResponse = { status: 0, headers: {}, body: '', connection: 'dropped' };

/** Returns a response with an injected fault. */
export function applyFault({ effect }: InjectedFault, response: MockResponse): MockResponse {
  switch (effect?.kind) {
    case 'status':
      return effect.response;
    case 'drop-connection':
    case 'drop-response':
      return { ...response, connection: 'dropped' };
    case 'truncate-response':
      return { ...response, connection: 'truncated' };
    case 'invalid-json':
      return { ...response, body: `${response.body.slice(0, -1)}<` };
    case undefined:
      return response;
  }
}
