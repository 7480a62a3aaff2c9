import type { ConnectionFailure, Fault, FaultScope } from '../../../controls/faults/fault-kinds.ts';

interface Effect {
  /** The predicate of a sentence whose subject is an operation. */
  readonly label: string;
  /** The consequence for a call: `it gets 503 and does not run`. */
  readonly outcome: string;
  readonly fault: Pick<Fault, 'status' | 'fault' | 'hold' | 'headers' | 'body' | 'delay'>;
}

const instead = 'and does not run';

/** The failures that a sentence can name. */
export const effects = {
  '503': { label: 'fails with 503', outcome: `it gets 503 ${instead}`, fault: { status: 503 } },
  '500': { label: 'fails with 500', outcome: `it gets 500 ${instead}`, fault: { status: 500 } },
  '429': {
    label: 'fails with 429, retry after 1 s',
    outcome: `it gets 429 ${instead}`,
    fault: { status: 429, headers: { 'retry-after': '1' } },
  },
  '401': { label: 'fails with 401', outcome: `it gets 401 ${instead}`, fault: { status: 401 } },
  '403': { label: 'fails with 403', outcome: `it gets 403 ${instead}`, fault: { status: 403 } },
  '404': { label: 'fails with 404', outcome: `it gets 404 ${instead}`, fault: { status: 404 } },
  'drop-connection': {
    label: 'loses its connection before it runs',
    outcome: `it gets no response ${instead}`,
    fault: { fault: 'drop-connection' },
  },
  'drop-response': {
    label: 'runs, then loses its response',
    outcome: 'it runs, but gets no response',
    fault: { fault: 'drop-response' },
  },
  'truncate-response': {
    label: 'runs, then gets half of its response',
    outcome: 'it runs, but its response ends in the middle',
    fault: { fault: 'truncate-response' },
  },
  'invalid-json': {
    label: 'runs, then gets invalid JSON',
    outcome: 'it runs, but its response is not JSON',
    fault: { fault: 'invalid-json' },
  },
  slow: { label: 'takes 2 s longer', outcome: 'it takes 2 s longer', fault: { delay: 2_000 } },
  hold: {
    label: 'is held until you release it',
    outcome: 'the mock holds it until you release it',
    fault: { hold: true },
  },
  'hold-response': {
    label: 'runs, then its response is held',
    outcome: 'it runs, and the mock holds its response until you edit or release it',
    fault: { hold: 'response' },
  },
} as const satisfies Record<string, Effect> & Record<ConnectionFailure, Effect>;

export type EffectName = keyof typeof effects;

/** The calls that a failure applies to. */
export const durations = {
  next: { label: 'the next call', scope: { times: 1 } },
  always: { label: 'every call', scope: {} },
  next3: { label: 'the next 3 calls', scope: { times: 3 } },
  second: { label: 'every call but the next', scope: { after: 1 } },
  onlySecond: { label: 'the call after the next', scope: { after: 1, times: 1 } },
  half: { label: 'half of the calls', scope: { probability: 0.5 } },
} as const satisfies Record<string, { readonly label: string; readonly scope: FaultScope }>;

export type DurationName = keyof typeof durations;

export function isEffect(value: unknown): value is EffectName {
  return typeof value === 'string' && Object.hasOwn(effects, value);
}

export function isDuration(value: unknown): value is DurationName {
  return typeof value === 'string' && Object.hasOwn(durations, value);
}
