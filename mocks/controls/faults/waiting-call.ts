import type { OperationName } from '../../../src/contract/operations.ts';
import type { Redact } from '../../../src/wire/redact-token.ts';
import type { JournalResponse } from '../journal-entry.ts';
import { redactUrl } from '../redact-tokens.ts';
import type { ActiveFault } from './active-fault.ts';
import type { FaultCall } from './fault-match.ts';

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

export function describeWaiting(
  id: number,
  { operation, method, url, workspace }: FaultCall,
  { waits, response }: { readonly waits: readonly Wait[]; readonly response: JournalResponse | undefined },
  redact: Redact,
): WaitingCall {
  return {
    id,
    faults: [...new Set(waits.map(({ fault }) => fault.id))],
    isHeld: waits.some(({ delay }) => delay === Number.POSITIVE_INFINITY),
    operation: operation as OperationName | undefined,
    method,
    url: redactUrl(url, redact),
    workspace,
    response,
    since: Date.now(),
  };
}
