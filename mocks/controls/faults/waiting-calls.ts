import type { OpenEnum } from '../../../src/contract/fields.ts';
import type { OperationName } from '../../../src/contract/operations.ts';
import type { Redact } from '../../../src/wire/redact-token.ts';
import { callSafely } from '../../shared/errors.ts';
import type { MockResponse } from '../../shared/http-messages.ts';
import { type JournalResponse, toJournalResponse } from '../journal-entry.ts';
import { redactUrl } from '../redact-secrets.ts';
import type { ActiveFault } from './active-fault.ts';
import type { Fault } from './fault-kinds.ts';
import type { FaultCall } from './fault-match.ts';
import { editResponse, type ResponseEdit } from './fault-response.ts';

/** A call that faults delay or hold. */
export interface WaitingCall {
  /** The number of the call, for `faults.release()`. */
  readonly id: number;
  /** The ids of the faults. */
  readonly faults: readonly string[];
  /** Whether the call waits until a fault is released. */
  readonly isHeld: boolean;
  /** The operation. Undefined if the request does not match one. */
  readonly operation?: OpenEnum<OperationName> | undefined;
  /** The HTTP method. */
  readonly method: string;
  /** Path and query below the base URL, without tokens. */
  readonly url: string;
  /** The workspace of the token. */
  readonly workspace: string;
  /** The response, if the operation has run and its response is held. Its body shows tokens as `[token]`. */
  readonly response?: JournalResponse | undefined;
  /** The start of the wait in milliseconds since 1970, by the system clock. */
  readonly since: number;
}

/** A fault that a call waits for, and the milliseconds. They are infinite if the fault holds the call. */
export interface Wait {
  readonly fault: ActiveFault;
  readonly delay: number;
}

/** A call that faults were matched to. */
interface MatchedCall {
  readonly call: FaultCall;
  readonly redact: Redact;
  /** Whether another fault drops the response. */
  readonly isDropped: boolean;
}

/** A call that waits, or that will wait as soon as its body has arrived or its response is there. */
class Waiting {
  readonly matched: MatchedCall;
  /** The waits that are not over yet. The call waits for the first one. */
  waits: readonly Wait[];
  /** Undefined until the call waits, or is about to. */
  description: WaitingCall | undefined;
  /** The response that is held. Replaced if it is edited. */
  response: MockResponse | undefined;
  /** Ends the first wait. Undefined if it has not started. */
  endFirst: (() => void) | undefined;

  constructor(matched: MatchedCall, waits: readonly Wait[]) {
    this.matched = matched;
    this.waits = waits;
  }

  waitsFor(fault: Fault): boolean {
    return this.waits.some((wait) => wait.fault.fault === fault);
  }
}

/** The calls of one mock that faults delay or hold. */
export class WaitingCalls {
  /** Lists in place of sets and maps, which take more memory while they are empty. */
  #calls: readonly Waiting[] = [];
  #listeners: readonly (() => void)[] = [];
  /** Called once, when a call begins to wait for a fault. */
  #reached: readonly { readonly fault: Fault; readonly report: () => void }[] = [];
  readonly #assertFault: ((fault: Fault) => void) | undefined;
  #lastId = 0;

  /** @param assertFault Throws an error for a response that the mock must not send. */
  constructor(assertFault: ((fault: Fault) => void) | undefined) {
    this.#assertFault = assertFault;
  }

  /** Returns the number of calls that wait for a fault, or are about to. */
  count(fault: Fault): number {
    return this.#calls.filter((call) => call.waitsFor(fault)).length;
  }

  list(): readonly WaitingCall[] {
    const listed = this.#calls.flatMap(({ description }) => description ?? []);
    return structuredClone(listed.sort((one, other) => one.id - other.id));
  }

  onChange(listener: () => void): () => void {
    if (typeof listener !== 'function') throw new TypeError('faults.onWaiting: listener must be a function');
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((each) => each !== listener);
    };
  }

  /** Resolves as soon as a call waits for a fault: its body has arrived, or its response is there. */
  async reached(fault: Fault): Promise<void> {
    const isWaiting = this.#calls.some(({ waits, endFirst }) => endFirst && waits[0]?.fault.fault === fault);
    if (isWaiting) return;
    await new Promise<void>((report) => {
      this.#reached = [...this.#reached, { fault, report }];
    });
  }

  /** Adds a call that waits once its body has arrived. */
  expectBody(matched: MatchedCall, waits: readonly Wait[]): Waiting {
    const waiting = this.expectResponse(matched, waits);
    this.#describe(waiting);
    return waiting;
  }

  /** Adds a call that waits once its response is there. */
  expectResponse(matched: MatchedCall, waits: readonly Wait[]): Waiting {
    const waiting = new Waiting(matched, waits);
    this.#calls = [...this.#calls, waiting];
    this.#reportChange();
    return waiting;
  }

  /**
   * Lets a call wait for one fault after another, until the call is released or its caller gives up.
   *
   * @param response The response to hold. Undefined if the operation has not run yet.
   * @returns The response, which may have been edited.
   */
  async wait(waiting: Waiting, signal: AbortSignal | undefined, response?: MockResponse) {
    if (response) {
      waiting.response = response;
      this.#describe(waiting);
      this.#reportChange();
    }
    const release = () => this.#endWaits(waiting);
    // `AbortSignal.any` does not exist in jsdom.
    signal?.addEventListener('abort', release);
    if (signal?.aborted) release();
    for (const wait of waiting.waits) {
      if (waiting.waits.includes(wait)) await this.#waitFor(waiting, wait);
    }
    signal?.removeEventListener('abort', release);
    this.end(waiting);
    return waiting.response;
  }

  /** Removes a call that does not wait any more. */
  end(waiting: Waiting): void {
    this.#calls = this.#calls.filter((each) => each !== waiting);
    this.#endWaits(waiting);
  }

  /** Lets the calls continue that wait for faults that do not exist any more. */
  retain(faults: ReadonlySet<Fault>): void {
    for (const call of this.#calls) this.#endWaits(call, ({ fault }) => !faults.has(fault.fault));
  }

  /** Lets one call continue. See {@link MockFaults.release}. */
  release(id: number, edit?: ResponseEdit): boolean {
    const call = this.#calls.find(({ description }) => description?.id === id);
    if (!call) return false;
    if (edit !== undefined) {
      if (!call.response) {
        throw new TypeError(
          `faults.release: call ${id} has no response to edit, because its operation has not run yet. Hold it with holdResponse().`,
        );
      }
      if (call.matched.isDropped) {
        throw new TypeError(
          `faults.release: the fault "drop-response" drops the response of call ${id}. Release it without an edit.`,
        );
      }
      const edited = editResponse(call.response, edit);
      this.#assertFault?.({ status: edited.status, headers: edit.headers });
      call.response = edited;
    }
    this.#endWaits(call);
    return true;
  }

  /** Lets all calls continue. */
  releaseAll(): void {
    for (const call of this.#calls) if (call.description) this.#endWaits(call);
  }

  #waitFor(waiting: Waiting, wait: Wait): Promise<void> {
    return new Promise((resolve) => {
      const { fault, delay } = wait;
      const end = () => this.#endWaits(waiting, (each) => each === wait);
      const timer = delay === Number.POSITIVE_INFINITY ? undefined : setTimeout(end, delay);
      waiting.endFirst = () => {
        clearTimeout(timer);
        waiting.endFirst = undefined;
        resolve();
      };
      const isReached = (each: { readonly fault: Fault }) => each.fault === fault.fault;
      const reached = this.#reached.filter(isReached);
      this.#reached = this.#reached.filter((each) => !isReached(each));
      for (const { report } of reached) report();
    });
  }

  /** Ends some waits of a call, or all. The call continues with the next one. */
  #endWaits(waiting: Waiting, isOver: (wait: Wait) => boolean = () => true): void {
    const { waits } = waiting;
    waiting.waits = waits.filter((wait) => !isOver(wait));
    if (waiting.waits[0] !== waits[0]) waiting.endFirst?.();
    for (const wait of waits) if (isOver(wait)) this.#reportChange();
  }

  #reportChange(): void {
    for (const listener of this.#listeners) callSafely('A listener of the faults', listener);
  }

  #describe(waiting: Waiting): void {
    const { matched, waits, response } = waiting;
    const { call, redact } = matched;
    this.#lastId += 1;
    waiting.description = {
      id: this.#lastId,
      faults: waits.map(({ fault }) => fault.id),
      isHeld: waits.some(({ delay }) => delay === Number.POSITIVE_INFINITY),
      operation: call.operation,
      method: call.method,
      url: redactUrl(call.url, redact),
      workspace: call.workspace,
      response: response && toJournalResponse(response, redact),
      since: Date.now(),
    };
  }
}
