import type { Observer } from '../instrumentation/observer.ts';
import type { CallInfo } from '../types/hooks.ts';
import type { ValidationMode } from '../types/options.ts';

/** A request that is ready to be sent, and the state of sending it. */
export interface PreparedRequest {
  readonly call: CallInfo;
  /** Names the request in messages: `PATCH /api/products/3f2b…`. */
  readonly label: string;
  /** The query with its question mark, or an empty string. */
  readonly search: string;
  /** The JSON body, or an empty string. */
  readonly body: string;
  /** Milliseconds on the clock of `performance`. */
  readonly startedAt: number;
  readonly responseValidation: ValidationMode;
  readonly observer: Observer | undefined;
  /** Number of times the request has been sent. */
  attempts: number;
  /** Whether a new token has been requested after a 401. */
  hasNewToken?: boolean;
  /** Whether an attempt was sent whose outcome is unknown. */
  mayHaveSucceeded?: boolean;
}
