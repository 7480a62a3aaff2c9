import type { ConnectionFailure, Fault, FaultScope } from '../../../controls/faults/fault-kinds.ts';

interface Effect {
  readonly label: string;
  readonly fault: Pick<Fault, 'status' | 'fault' | 'hold' | 'headers' | 'body'>;
}

/** The failures that a switch can turn on. */
export const effects = {
  '503': { label: 'respond with 503', fault: { status: 503 } },
  '500': { label: 'respond with 500', fault: { status: 500 } },
  '429': { label: 'respond with 429, retry after 1 s', fault: { status: 429, headers: { 'retry-after': '1' } } },
  '401': { label: 'respond with 401', fault: { status: 401 } },
  '403': { label: 'respond with 403', fault: { status: 403 } },
  '404': { label: 'respond with 404', fault: { status: 404 } },
  'drop-connection': { label: 'break the connection before they run', fault: { fault: 'drop-connection' } },
  'drop-response': { label: 'run, then lose the response', fault: { fault: 'drop-response' } },
  'truncate-response': { label: 'run, then cut the response short', fault: { fault: 'truncate-response' } },
  'invalid-json': { label: 'run, then respond with invalid JSON', fault: { fault: 'invalid-json' } },
  hold: { label: 'wait until you release them', fault: { hold: true } },
  'hold-response': { label: 'run, then wait until you edit or release the response', fault: { hold: 'response' } },
} as const satisfies Record<string, Effect> & Record<ConnectionFailure, Effect>;

export type EffectName = keyof typeof effects;

/** The calls that a switch applies to. */
export const durations = {
  always: { label: 'all calls', scope: {} },
  next: { label: 'the next call', scope: { times: 1 } },
  next3: { label: 'the next 3 calls', scope: { times: 3 } },
  second: { label: 'all calls but the next', scope: { after: 1 } },
  onlySecond: { label: 'the call after the next', scope: { after: 1, times: 1 } },
  half: { label: 'half of the calls', scope: { probability: 0.5 } },
} as const satisfies Record<string, { readonly label: string; readonly scope: FaultScope }>;

export type DurationName = keyof typeof durations;
