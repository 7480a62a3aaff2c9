import type { Fault, FaultScope } from './fault-kinds.ts';
import type { FaultPreset } from './fault-presets.ts';
import type { ResponseEdit } from './fault-response.ts';
import type { FaultTarget } from './operation-pattern.ts';
import type { WaitingCall } from './waiting-calls.ts';

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
   * @param on The operations: `products.get`, `products.*`, `*`, your own definition, or a list.
   * @param scope Other limits, for example `{ times: 1 }` or `{ match: { params: { id } } }`.
   * @throws A TypeError if there is no such operation.
   * @example
   * ```ts
   * const held = mock.faults.hold('products.get');
   * // … start the call and check the loading state
   * held.release();
   * ```
   */
  hold<const On extends FaultTarget = '*'>(on: On | readonly On[], scope?: Omit<FaultScope<On>, 'on'>): HeldCalls;
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
    on: On | readonly On[],
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
