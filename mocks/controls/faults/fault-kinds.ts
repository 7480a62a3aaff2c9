import type { FaultMatch } from './fault-match.ts';
import type { FaultTarget, OperationPattern } from './operation-pattern.ts';

/** A delay in milliseconds: fixed, or drawn evenly from a range. */
export type Delay =
  | number
  | {
      /** The shortest delay, in milliseconds. */
      readonly min: number;
      /** The longest delay, in milliseconds. */
      readonly max: number;
    };

export const connectionFailures = ['drop-connection', 'drop-response', 'truncate-response', 'invalid-json'] as const;

/**
 * A failure of the connection or of the response:
 * - `drop-connection`: the connection breaks before the operation runs
 * - `drop-response`: the operation runs, then the connection breaks before the response; written data stays
 * - `truncate-response`: the operation runs, then the connection breaks in the middle of the response
 * - `invalid-json`: the operation runs, and the body of the response is not JSON
 *
 * @useDeclaredType
 */
export type ConnectionFailure = (typeof connectionFailures)[number];

/** The names of injected faults in the journal and the request log. */
export const faultKinds = [...connectionFailures, 'status', 'delay', 'hold'] as const;

/** The name of an injected fault in the journal and the request log. */
export type FaultKind = (typeof faultKinds)[number];

/**
 * The properties that every fault can have.
 *
 * @typeParam On The operations, which determine the type of `match`.
 */
export interface FaultScope<On extends FaultTarget = OperationPattern> {
  /**
   * The id of the fault. A fault with the same name is replaced. A fault with a name stays in the list when it is used
   * up, so that you can start it again with `faults.reset(name)`. Default: a number.
   */
  readonly name?: string | undefined;
  /**
   * The operations that the fault applies to: `products.update`, `products.*`, `*`, the definition of an operation of
   * your own, or a list. Default: `*`.
   */
  readonly on?: On | readonly On[] | undefined;
  /** The requests that the fault applies to: parts of the path, the query, the headers, the token or the body. */
  readonly match?: FaultMatch<On> | undefined;
  /** Number of calls that the fault applies to. Default: all. */
  readonly times?: number | undefined;
  /** Number of matching calls to skip first. Default: 0. */
  readonly after?: number | undefined;
  /** The share of calls that the fault applies to, from 0 to 1. Depends on the mock's `randomSeed`. Default: 1. */
  readonly probability?: number | undefined;
}

/** Properties that belong to another kind of fault. */
type Without<Name extends string> = { readonly [Property in Name]?: undefined };

/** A status in place of the response. The operation does not run. */
export interface StatusFault<On extends FaultTarget = OperationPattern>
  extends FaultScope<On>,
    Without<'fault' | 'hold' | 'sequence'> {
  /** The status of the response, from 200 to 599. */
  readonly status: number;
  /** The body: a string is sent as text, other values as JSON. Default: an error that names the fault. */
  readonly body?: unknown;
  /** The headers of the response. Headers that the mock sets itself, for example `content-length`, are ignored. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds to wait before the response. Default: 0. */
  readonly delay?: Delay | undefined;
}

/** A broken connection or response. */
export interface ConnectionFault<On extends FaultTarget = OperationPattern>
  extends FaultScope<On>,
    Without<'status' | 'body' | 'headers' | 'hold' | 'sequence'> {
  /** The part of the call that breaks. */
  readonly fault: ConnectionFailure;
  /**
   * Milliseconds to wait before the operation runs. The operation also runs if the caller gives up meanwhile, as on a
   * slow server. Default: 0.
   */
  readonly delay?: Delay | undefined;
}

/** A delay and nothing else. */
export interface DelayFault<On extends FaultTarget = OperationPattern>
  extends FaultScope<On>,
    Without<'status' | 'body' | 'headers' | 'fault' | 'hold' | 'sequence'> {
  /**
   * Milliseconds to wait before the operation runs. The operation also runs if the caller gives up meanwhile, as on a
   * slow server.
   */
  readonly delay: Delay;
}

/** A wait until the call is released, or the fault is removed. */
export interface HoldFault<On extends FaultTarget = OperationPattern>
  extends FaultScope<On>,
    Without<'status' | 'body' | 'headers' | 'fault' | 'delay' | 'sequence'> {
  /**
   * - `true`: calls wait before the operation runs
   * - `'response'`: the operation runs, and its response waits; `faults.release` can edit it
   */
  readonly hold: true | 'response';
}

/** The properties of a fault that belong to the fault as a whole, and not to a step. */
type Scope = Exclude<keyof FaultScope, 'times'> | 'sequence' | 'hold';

/** A number of calls that a sequence does not change. */
export interface PassStep extends Without<'status' | 'body' | 'headers' | 'fault' | 'delay'> {
  /** Whether the operation runs as usual: always true. */
  readonly pass: true;
  /** Number of calls. Default: 1. */
  readonly times?: number | undefined;
}

/** A step of a sequence: a fault, or `{ pass: true }`, for the given number of `times`. Default: one call. */
export type FaultStep =
  | ((Omit<StatusFault, Scope> | Omit<ConnectionFault, Scope> | Omit<DelayFault, Scope>) & Without<'pass'>)
  | PassStep;

/** A fault that changes from call to call. After the last step, calls run as usual. */
export interface SequenceFault<On extends FaultTarget = OperationPattern>
  extends Omit<FaultScope<On>, 'times'>,
    Without<'status' | 'body' | 'headers' | 'fault' | 'delay' | 'hold' | 'times'> {
  /** The steps, in their order. Each applies to one matching call, or to `times` of them. */
  readonly sequence: readonly FaultStep[];
}

/**
 * An injected failure: a status, a broken connection, a delay, a hold, or a sequence of these. A delay can go with the
 * first two.
 */
export type Fault<On extends FaultTarget = OperationPattern> =
  | StatusFault<On>
  | ConnectionFault<On>
  | DelayFault<On>
  | HoldFault<On>
  | SequenceFault<On>;
