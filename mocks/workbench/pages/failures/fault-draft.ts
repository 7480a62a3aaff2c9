import type { ConnectionFailure, Fault } from '../../../controls/faults/fault-kinds.ts';
import { parseFault } from '../../../controls/faults/fault-schema.ts';
import { patternsOf } from '../../../controls/faults/operation-pattern.ts';
import { errorMessage } from '../../../shared/errors.ts';
import { parseJson, parseJsonOrText } from '../../../shared/json.ts';
import { formatHeaders, parseHeaders } from '../../code/headers.ts';
import { parseQuery, queryEntries } from '../../code/query.ts';
import { toJson } from '../../components/code-view.tsx';

export type FaultKindName = 'status' | 'connection' | 'delay' | 'hold' | 'hold-response' | 'sequence';

/** A fault as the texts of a form. */
export interface FaultDraft {
  readonly name: string;
  readonly on: string;
  /** Conditions of the request. One on each line: `name: value`. */
  readonly params: string;
  readonly query: string;
  readonly sentHeaders: string;
  readonly workspace: string;
  readonly user: string;
  /** A part of the request body, as JSON. */
  readonly sentBody: string;
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
  /** The steps of a sequence, as JSON. */
  readonly steps: string;
}

const emptyDraft: FaultDraft = {
  name: '',
  on: '*',
  params: '',
  query: '',
  sentHeaders: '',
  workspace: '',
  user: '',
  sentBody: '',
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
  steps: '[\n  { "status": 503 },\n  { "delay": 2000 }\n]',
};

export function toDraft(fault: Fault | undefined): FaultDraft {
  if (!fault) return emptyDraft;
  const { delay, status, body, times, after, probability, match = {} } = fault;
  const { min, max } = typeof delay === 'object' ? delay : { min: delay, max: undefined };
  return {
    ...emptyDraft,
    name: fault.name ?? '',
    on: patternsOf(fault).join(', '),
    params: formatLines(match.params),
    query: formatLines(match.query),
    sentHeaders: formatLines(match.headers),
    workspace: match.workspace ?? '',
    user: match.user ?? '',
    sentBody: match.body === undefined ? '' : toJson(match.body),
    kind: kindOf(fault),
    ...(fault.sequence && { steps: toJson(fault.sequence) }),
    ...(status !== undefined && { status: String(status) }),
    body: body === undefined ? '' : formatBody(body),
    headers: formatHeaders(fault.headers ?? {}),
    ...(fault.fault && { failure: fault.fault }),
    minDelay: textOf(min),
    maxDelay: textOf(max),
    times: textOf(times),
    after: textOf(after),
    percent: textOf(probability === undefined ? undefined : Math.round(probability * 1e6) / 1e4),
  };
}

function kindOf(fault: Fault): FaultKindName {
  if (fault.sequence) return 'sequence';
  if (fault.status !== undefined) return 'status';
  if (fault.fault) return 'connection';
  if (fault.hold === 'response') return 'hold-response';
  return fault.hold ? 'hold' : 'delay';
}

/** Whether a draft applies only to some requests of its operations. */
export function hasConditions({ params, query, sentHeaders, workspace, user, sentBody }: FaultDraft): boolean {
  return [params, query, sentHeaders, workspace, user, sentBody].some((text) => text.trim() !== '');
}

/** Writes one value on each line. A parameter with several values has several lines. */
function formatLines(values: object = {}): string {
  return queryEntries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/**
 * Returns the fault of a draft, or the reason why there is none.
 *
 * @param own The operations that only this mock has. With `'any'`, the mock checks the names.
 */
export function parseDraft(
  draft: FaultDraft,
  own: Parameters<typeof parseFault>[1],
): { readonly fault: Fault } | { readonly error: string } {
  try {
    return { fault: parseFault(toFields(draft), own) };
  } catch (error) {
    return { error: errorMessage(error) };
  }
}

/** The property `hold` of each kind that has one. */
export const holds: Partial<Readonly<Record<FaultKindName, Fault['hold']>>> = {
  hold: true,
  'hold-response': 'response',
};

function toFields(draft: FaultDraft): object {
  const { kind, failure, status } = draft;
  const patterns = draft.on.split(',').map((each) => each.trim());
  const isSequence = kind === 'sequence';
  const hold = holds[kind];
  return dropUndefined({
    name: given(draft.name, trim),
    on: patterns.length === 1 ? patterns[0] : patterns,
    match: hasConditions(draft) ? toConditions(draft) : undefined,
    times: isSequence ? undefined : given(draft.times, Number),
    after: given(draft.after, Number),
    probability: given(draft.percent, (text) => Number(text) / 100),
    delay: hold !== undefined || isSequence ? undefined : delayOf(draft),
    sequence: isSequence ? parseJsonOrText(draft.steps) : undefined,
    hold,
    fault: kind === 'connection' ? failure : undefined,
    ...(kind === 'status' && {
      status: given(status, Number),
      body: draft.body === '' ? undefined : parseJsonOrText(draft.body),
      headers: given(draft.headers, parseHeaders),
    }),
  });
}

function toConditions({ params, query, sentHeaders, workspace, user, sentBody }: FaultDraft): object {
  return dropUndefined({
    params: given(params, parseHeaders),
    query: given(query, (text) => parseQuery(text.split('\n').flatMap((line) => Object.entries(parseHeaders(line))))),
    headers: given(sentHeaders, parseHeaders),
    workspace: given(workspace, trim),
    user: given(user, trim),
    body: given(sentBody, parseJsonOrText),
  });
}

/** Writes a body as JSON, or as it is if it is a text that nobody takes for JSON. */
function formatBody(body: unknown): string {
  return typeof body === 'string' && body !== '' && parseJson(body) === undefined ? body : toJson(body);
}

function delayOf({ minDelay, maxDelay }: FaultDraft): unknown {
  const min = given(minDelay, Number);
  const max = given(maxDelay, Number);
  return max === undefined ? min : { min: min ?? 0, max };
}

/** Parses a text. Returns undefined if it is empty. */
function given<T>(text: string, parse: (text: string) => T): T | undefined {
  return text.trim() === '' ? undefined : parse(text);
}

function trim(text: string): string {
  return text.trim();
}

function textOf(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

function dropUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
