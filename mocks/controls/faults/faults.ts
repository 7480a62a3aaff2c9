import * as z from 'zod/mini';
import type { Redact } from '../../../src/wire/redact-token.ts';
import type { MockResponse } from '../../shared/http-messages.ts';
import type { OwnOperation } from '../../shared/operation-reference.ts';
import { parseOptions, wholeNumber } from '../../shared/parse-options.ts';
import { Random } from '../../shared/random.ts';
import { type Cell, type CellDefinition, withOption } from '../../state/cell.ts';
import type { State } from '../../state/state.ts';
import type { ClosestFault } from '../journal-entry.ts';
import { ActiveFault } from './active-fault.ts';
import type { Fault, FaultKind, FaultScope, HoldFault } from './fault-kinds.ts';
import type { FaultCall } from './fault-match.ts';
import { type FaultPreset, faultPresets, parsePreset, readFault } from './fault-presets.ts';
import type { FaultEffect, ResponseEdit } from './fault-response.ts';
import { parseFault } from './fault-schema.ts';
import type { AddedFault, FaultEntry, HeldCalls, MockFaults } from './mock-faults.ts';
import type { FaultTarget } from './operation-pattern.ts';
import { describeClosest, selectFaults } from './select-faults.ts';
import { type WaitingCall, WaitingCalls } from './waiting-calls.ts';

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
  /** Called when the call is over, even if its response was not held. */
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

/** The faults of a mock, and the state of its random numbers. */
interface FaultState {
  readonly random: number;
  readonly lastId: number;
  /**
   * Exhausted faults stay: removing them lets the calls continue that wait for them, and later calls can tell that they
   * are used up. Of those that nothing else keeps, only the last ones stay.
   */
  readonly faults: readonly ActiveFault[];
}

/** The number of faults that stay only because a call can tell that they are used up. */
const maxUsedUp = 20;

/** Options of the faults of a mock. */
interface FaultsOptions {
  /** The option that stored faults depend on. */
  readonly faults: readonly (Fault | FaultPreset)[];
  readonly randomSeed: number;
  /** Returns the operations that the specification does not document. */
  readonly operations: () => readonly OwnOperation[];
  /** Throws an error for a fault that the mock must not have, however it arrives. */
  readonly assertFault?: ((fault: Fault) => void) | undefined;
}

/** The faults of one mock. */
export class Faults implements MockFaults {
  readonly #options: FaultsOptions;
  readonly #cell: Cell<FaultState>;
  readonly #waitingCalls: WaitingCalls;

  constructor(state: State, options: FaultsOptions) {
    this.#options = options;
    this.#waitingCalls = new WaitingCalls(options.assertFault);
    const json: CellDefinition<FaultState>['json'] = {
      save: ({ faults, ...saved }) => ({
        ...saved,
        faults: faults.filter(({ isSaved }) => isSaved).map((fault) => fault.save()),
      }),
      load: (saved, current) => this.#load(saved, current),
    };
    this.#cell = state.cell('faults', {
      initial: { random: new Random(options.randomSeed).state, lastId: 0, faults: [] },
      json,
      stored: withOption(options.faults, json),
      // Calls that wait for a fault that is no longer there continue.
      onWrite: ({ faults }) => this.#waitingCalls.retain(new Set(faults.map(({ fault }) => fault))),
    });
  }

  /** Whether there is no fault, not even one that is used up. */
  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  /** Whether a fault must see the body of a call before it applies. */
  get needsBody(): boolean {
    return this.#faults.some((fault) => fault.needsBody);
  }

  get #faults(): readonly ActiveFault[] {
    return this.#cell.get().faults;
  }

  add(fault: Fault<FaultTarget> | FaultPreset): AddedFault {
    const { id, faults } = this.#add(fault);
    return { id, remove: () => void this.#remove((each) => faults.includes(each.fault)) };
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

  remove(id: string): boolean {
    return this.#remove((fault) => fault.id === id);
  }

  reset(id: string): boolean {
    const isReset = (fault: ActiveFault) => fault.id === id && !this.#isDone(fault);
    return this.#replace((fault) => (isReset(fault) ? fault.with({ skipped: 0, hits: 0 }) : fault));
  }

  reached(id: string): Promise<void> | undefined {
    const found = this.#faults.find((fault) => fault.id === id);
    return found && this.#waitingCalls.reached(found.fault);
  }

  clear(): void {
    this.#remove(() => true);
  }

  /** Ends all delays and holds of calls in progress. The faults stay. */
  interrupt(): void {
    this.#waitingCalls.releaseAll();
  }

  list(): readonly FaultEntry[] {
    const listed = this.#faults.filter((fault) => !this.#isDone(fault));
    return listed.map(({ fault, id, hits }) => ({
      ...structuredClone(fault),
      id,
      hits,
      waiting: this.#waitingCalls.count(fault),
    }));
  }

  waiting(): readonly WaitingCall[] {
    return this.#waitingCalls.list();
  }

  onWaiting(listener: () => void): () => void {
    return this.#waitingCalls.onChange(listener);
  }

  /**
   * Returns the effect of the faults that apply to a call, and counts the call.
   *
   * @param redact Replaces the tokens of the call in descriptions.
   */
  next(call: FaultCall, redact: Redact): FaultDecision {
    const state = this.#cell.get();
    const { effect, waits, counted, random, misses } = selectFaults(state.faults, call, state.random);
    const isHeld = waits.some(({ fault }) => fault.fault.hold);
    const kind = effect?.kind ?? (isHeld ? 'hold' : 'delay');
    const matched = { call, redact, isDropped: kind === 'drop-response' };
    const calls = this.#waitingCalls;
    const before = waits.filter(({ fault }) => !fault.holdsResponse);
    const after = waits.filter(({ fault }) => fault.holdsResponse);
    // Before its body has arrived, so that the list of waiting calls has it.
    const waiting = before.length > 0 ? calls.expectBody(matched, before) : undefined;
    const held = after.length > 0 ? calls.expectResponse(matched, after) : undefined;
    // Afterwards, because a fault that is used up stays while a call waits for it.
    this.#count(counted, random);
    if (!effect && waits.length === 0) return { closestFault: describeClosest(misses, call, redact) };
    return {
      fault: {
        kind,
        effect,
        skipsOperation: kind === 'status' || kind === 'drop-connection',
        wait: waiting && ((signal) => calls.wait(waiting, signal)),
        holdResponse: held && (async (response, signal) => (await calls.wait(held, signal, response)) ?? response),
        end() {
          if (held) calls.end(held);
        },
      },
    };
  }

  /** Keeps the counters and the state of the random numbers after a call. */
  #count(counted: ReadonlyMap<Fault, ActiveFault>, random: number): void {
    const former = this.#cell.get();
    if (counted.size === 0 && random === former.random) return;
    const faults = former.faults.map((each) => counted.get(each.fault) ?? each);
    const forgotten = faults.filter((each) => this.#isDone(each)).slice(0, -maxUsedUp);
    this.#cell.keep({ ...former, random, faults: faults.filter((each) => !forgotten.includes(each)) });
  }

  /** Adds a fault or a preset. Returns its id and its faults. */
  #add(given: Fault<FaultTarget> | FaultPreset): { readonly id: string; readonly faults: readonly Fault[] } {
    const own = this.#options.operations();
    const read = typeof given === 'string' ? parsePreset(given) : readFault(given, own);
    const faults = (typeof read === 'string' ? faultPresets[read] : [read]).map((each) => this.#parse(each, own));
    const { name } = faults[0] ?? {};
    const { random, lastId, faults: former } = this.#cell.get();
    const id = name ?? String(lastId + 1);
    this.#cell.set({
      random,
      lastId: name === undefined ? lastId + 1 : lastId,
      // A fault with the same name is replaced.
      faults: [...former.filter((each) => each.id !== id), ...faults.map((fault) => new ActiveFault({ id, fault }))],
    });
    return { id, faults };
  }

  #addHold(given: HoldFault<FaultTarget>): HeldCalls {
    const { id, faults } = this.#add(given);
    const calls = this.#waitingCalls;
    const remove = () => void this.#remove((each) => faults.includes(each.fault));
    return {
      id,
      get waiting() {
        return faults.reduce((sum, fault) => sum + calls.count(fault), 0);
      },
      reached: async () => {
        await Promise.all(faults.map((fault) => calls.reached(fault)));
      },
      release: remove,
      remove,
    };
  }

  /** Reads saved faults. Calls that wait for one of them, or for one that is exhausted and not saved, wait on. */
  #load(saved: unknown, current: FaultState): FaultState {
    const { random, lastId, faults } = parseOptions(stateSchema, saved, 'faults');
    const loaded = faults.map(({ fault, ...each }) => {
      const same = current.faults.find(
        (former) => former.id === each.id && JSON.stringify(former.fault) === JSON.stringify(fault),
      );
      // Its operation may have been removed since.
      return new ActiveFault({ ...each, fault: same?.fault ?? this.#parse(fault, 'any') });
    });
    // Not a fault that is used up and whose id is free again.
    const isKept = (fault: ActiveFault) => !fault.isSaved && (!this.#isDone(fault) || isOld(fault));
    const isOld = ({ id }: ActiveFault) => Number(id) <= lastId && !loaded.some((each) => each.id === id);
    return { random, lastId, faults: [...current.faults.filter(isKept), ...loaded] };
  }

  #parse(value: unknown, operations: readonly OwnOperation[] | 'any'): Fault {
    const fault = parseFault(value, operations);
    this.#options.assertFault?.(fault);
    return fault;
  }

  /** Removes faults. Returns whether any of them was in the list. */
  #remove(isRemoved: (fault: ActiveFault) => boolean): boolean {
    const isListed = this.#faults.some((fault) => isRemoved(fault) && !this.#isDone(fault));
    this.#replace((fault) => (isRemoved(fault) ? undefined : fault));
    return isListed;
  }

  /** Replaces or removes faults. Returns whether any of them has changed. */
  #replace(replace: (fault: ActiveFault) => ActiveFault | undefined): boolean {
    const former = this.#cell.get();
    const replaced = former.faults.map(replace);
    const isChanged = replaced.some((fault, at) => fault !== former.faults[at]);
    if (isChanged) this.#cell.set({ ...former, faults: replaced.filter((fault) => fault !== undefined) });
    return isChanged;
  }

  /** Whether a fault can no longer apply to a call, none waits for it, and nobody can start it again. */
  #isDone({ isSaved, fault }: ActiveFault): boolean {
    return !isSaved && this.#waitingCalls.count(fault) === 0;
  }
}
