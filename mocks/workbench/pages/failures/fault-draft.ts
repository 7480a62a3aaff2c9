import { type ConnectionFailure, type Fault, parseFault } from '../../../controls/fault-schema.ts';
import { errorMessage } from '../../../shared/errors.ts';
import { parseJson } from '../../../shared/json.ts';
import { formatHeaders, parseHeaders } from '../../code/headers.ts';
import { toJson } from '../../components/code-view.tsx';
import { patternsOf } from '../../store/fault-groups.ts';

export type FaultKindName = 'status' | 'connection' | 'delay' | 'hold';

/** A fault as the texts of a form. */
export interface FaultDraft {
  readonly on: string;
  readonly kind: FaultKindName;
  readonly status: string;
  readonly body: string;
  /** One header on each line: `name: value`. */
  readonly headers: string;
  readonly failure: ConnectionFailure;
  readonly minDelay: string;
  readonly maxDelay: string;
  readonly times: string;
  readonly after: string;
  readonly percent: string;
}

const emptyDraft: FaultDraft = {
  on: '*',
  kind: 'status',
  status: '503',
  body: '',
  headers: '',
  failure: 'drop-connection',
  minDelay: '',
  maxDelay: '',
  times: '',
  after: '',
  percent: '',
};

export function toDraft(fault: Fault | undefined): FaultDraft {
  if (!fault) return emptyDraft;
  const { delay, status, body, times, after, probability } = fault;
  const { min, max } = typeof delay === 'object' ? delay : { min: delay, max: undefined };
  return {
    ...emptyDraft,
    on: patternsOf(fault).join(', '),
    kind: status !== undefined ? 'status' : fault.fault ? 'connection' : fault.hold ? 'hold' : 'delay',
    ...(status !== undefined && { status: String(status) }),
    body: body === undefined || typeof body === 'string' ? (body ?? '') : toJson(body),
    headers: formatHeaders(fault.headers ?? {}),
    ...(fault.fault && { failure: fault.fault }),
    minDelay: textOf(min),
    maxDelay: textOf(max),
    times: textOf(times),
    after: textOf(after),
    percent: textOf(probability === undefined ? undefined : Math.round(probability * 1e6) / 1e4),
  };
}

/** Returns the fault of a draft, or the reason why there is none. */
export function parseDraft(draft: FaultDraft): { readonly fault: Fault } | { readonly error: string } {
  try {
    return { fault: parseFault(toFields(draft)) };
  } catch (error) {
    return { error: errorMessage(error) };
  }
}

function toFields(draft: FaultDraft): object {
  const { kind, failure, status } = draft;
  const patterns = draft.on.split(',').map((each) => each.trim());
  const probability = numberOf(draft.percent);
  return dropUndefined({
    on: patterns.length === 1 ? patterns[0] : patterns,
    times: numberOf(draft.times),
    after: numberOf(draft.after),
    probability: probability === undefined ? undefined : probability / 100,
    delay: kind === 'hold' ? undefined : delayOf(draft),
    hold: kind === 'hold' ? true : undefined,
    fault: kind === 'connection' ? failure : undefined,
    ...(kind === 'status' && {
      status: numberOf(status),
      body: draft.body === '' ? undefined : (parseJson(draft.body) ?? draft.body),
      headers: draft.headers.trim() === '' ? undefined : parseHeaders(draft.headers),
    }),
  });
}

function delayOf({ minDelay, maxDelay }: FaultDraft): unknown {
  const min = numberOf(minDelay);
  const max = numberOf(maxDelay);
  return max === undefined ? min : { min: min ?? 0, max };
}

function numberOf(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}

function textOf(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

function dropUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
