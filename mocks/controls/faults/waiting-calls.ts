import type { OperationName } from '../../../src/contract/operations.ts';
import type { Redact } from '../../../src/wire/redact-token.ts';
import { callSafely } from '../../shared/errors.ts';
import type { MockResponse } from '../../shared/http-messages.ts';
import { type JournalResponse, toJournalResponse } from '../journal-entry.ts';
import { redactUrl } from '../redact-tokens.ts';
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
  readonly operation?: OperationName | undefined;
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

interface Waiting {
  readonly description: WaitingCall;
  /** The response that is held. Replaced if it is edited. */
  response: MockResponse | undefined;
  readonly isDropped: boolean;
  readonly release: () => void;
}

/** The calls of one mock that faults delay or hold. */
export class WaitingCalls {
  readonly #calls = new Map<number, Waiting>();
  readonly #listeners = new Set<() => void>();
  readonly #assertFault: ((fault: Fault) => void) | undefined;
  #lastId = 0;

  /** @param assertFault Throws an error for a response that the mock must not send. */
  constructor(assertFault: ((fault: Fault) => void) | undefined) {
    this.#assertFault = assertFault;
  }

  list(): readonly WaitingCall[] {
    return structuredClone(Array.from(this.#calls.values(), ({ description }) => description));
  }

  onChange(listener: () => void): () => void {
    if (typeof listener !== 'function') throw new TypeError('faults.onWaiting: listener must be a function');
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  reportChange(): void {
    for (const listener of this.#listeners) callSafely('A listener of the faults', listener);
  }

  /**
   * Adds a call. Returns the function that lets it wait for one fault after another, until the call is released or its
   * caller gives up. The function resolves with the response, which may have been edited.
   *
   * @param response The response to hold. Undefined if the operation has not run yet.
   */
  add({ call, redact, isDropped }: MatchedCall, waits: readonly Wait[], response?: MockResponse) {
    this.#lastId += 1;
    const id = this.#lastId;
    const released = new AbortController();
    const release = () => released.abort();
    const description: WaitingCall = {
      id,
      faults: [...new Set(waits.map(({ fault }) => fault.id))],
      isHeld: waits.some(({ delay }) => delay === Number.POSITIVE_INFINITY),
      operation: call.operation as OperationName | undefined,
      method: call.method,
      url: redactUrl(call.url, redact),
      workspace: call.workspace,
      response: response && toJournalResponse(response, redact),
      since: Date.now(),
    };
    const waiting: Waiting = { description, response, isDropped, release };
    this.#calls.set(id, waiting);
    return async (signal: AbortSignal | undefined): Promise<MockResponse | undefined> => {
      if (response) this.reportChange();
      // `AbortSignal.any` does not exist in jsdom.
      signal?.addEventListener('abort', release);
      if (signal?.aborted) release();
      for (const { fault, delay } of waits) await fault.wait(delay, released.signal);
      signal?.removeEventListener('abort', release);
      this.#calls.delete(id);
      return waiting.response;
    };
  }

  /** Lets one call continue. See {@link MockFaults.release}. */
  release(id: number, edit?: ResponseEdit): boolean {
    const call = this.#calls.get(id);
    if (!call) return false;
    if (edit !== undefined) {
      if (!call.response) {
        throw new TypeError(
          `faults.release: call ${id} has no response to edit, because its operation has not run yet. Hold it with holdResponse().`,
        );
      }
      if (call.isDropped) {
        throw new TypeError(
          `faults.release: the fault "drop-response" drops the response of call ${id}. Release it without an edit.`,
        );
      }
      const edited = editResponse(call.response, edit);
      this.#assertFault?.({ status: edited.status, headers: edit.headers });
      call.response = edited;
    }
    call.release();
    return true;
  }

  /** Lets all calls continue. */
  releaseAll(): void {
    for (const { release } of this.#calls.values()) release();
  }
}
