import type { OperationDefinition } from '../../src/contract/define-operation.ts';
import type { PathParameters } from '../../src/contract/endpoint.ts';
import type { OpenEnum } from '../../src/contract/fields.ts';
import type { OperationBody, OperationName, OperationParameters } from '../../src/contract/operations.ts';
import { callIdHeader, retryCountHeader } from '../../src/wire/call-header-names.ts';
import { createRedact, type Redact, redactJson } from '../../src/wire/redact-token.ts';
import { decodeBody, type MockResponse } from '../shared/http-messages.ts';
import { parseJsonOrText } from '../shared/json.ts';
import type { BodyOf, OperationReference } from '../shared/operation-reference.ts';
import type { TableName } from '../store/row-types.ts';
import type { ChangedRow } from '../store/row-writes.ts';
import type { FaultKind } from './faults/fault-kinds.ts';
import { redactNamed, redactUrl, secretHeaders, sentSecrets } from './redact-secrets.ts';

/** A response in the journal. */
export interface JournalResponse {
  /** The status; 0 if a fault broke the connection before there was a response. */
  readonly status: number;
  /** The headers. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body: parsed if it is JSON, otherwise the text. Values below 200 levels are `[nested too deeply]`. */
  readonly body: unknown;
}

/** A request and its response. Tokens of at least 8 characters are replaced by `[token]`. */
export interface JournalEntryBase {
  /** The number of the entry, from 1, in the order of the responses. */
  readonly id: number;
  /** The HTTP method. */
  readonly method: string;
  /** Path and query below the base URL, or the full path if the request was sent elsewhere. */
  readonly url: string;
  /** The workspace of the token, if the token was valid. */
  readonly workspace?: string | undefined;
  /** The user of the token, if the token was valid. */
  readonly user?: string | undefined;
  /**
   * The id that all attempts of a call of the client have, from the header `x-call-id`. Undefined if the request does
   * not have it.
   */
  readonly callId?: string | undefined;
  /** The headers of the request, without `authorization`, cookies and `x-call-id`. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body of the request as received. Undefined if it was not read: the operation takes no body, the body was too
   * large, or the token was not valid.
   */
  readonly rawBody?: string | undefined;
  /** The response. */
  readonly response: JournalResponse;
  /** The response before it was edited while a fault held it. Undefined if it was not edited. */
  readonly originalResponse?: JournalResponse | undefined;
  /** The arrival of the request in milliseconds since 1970, by the mock's clock. */
  readonly time: number;
  /** Milliseconds until the response, by the system clock. */
  readonly duration: number;
  /** The injected fault, if there was one. */
  readonly fault?: FaultKind | undefined;
  /**
   * The id of the first change in `mock.history` that the request, or anything after it, has made or will make. Before
   * this change, the records are as the request found them.
   */
  readonly nextChange: number;
  /** The fault that was closest to the request, if there were faults and none of them applied. */
  readonly closestFault?: ClosestFault | undefined;
}

/** A fault that did not apply to a request, although it was closer to the request than the others. */
export interface ClosestFault {
  /** The id of the fault in `faults.list()`, which no longer has a fault without a name that is used up. */
  readonly id: string;
  /**
   * The parts of the request that differ from the fault: `params.id: expected "a", received "b"`. If none does, the
   * reason why the fault did not apply: `times: used up by 2 earlier calls`.
   */
  readonly differences: readonly string[];
}

/** A request and its response in short, without headers and bodies. */
export interface JournalSummary
  extends Pick<
    JournalEntryBase,
    'id' | 'method' | 'url' | 'workspace' | 'user' | 'callId' | 'time' | 'duration' | 'fault'
  > {
  /** The operation. Undefined if the request does not match one. */
  readonly operation?: OpenEnum<OperationName> | undefined;
  /** The status of the response; 0 if a fault broke the connection before there was one. */
  readonly status: number;
  /** The arrival of the request in milliseconds since 1970, by the system clock. */
  readonly arrivedAt: number;
  /** The number of earlier attempts of the same call, from the header `x-retry-count`. Undefined if it has none. */
  readonly retryCount?: number | undefined;
}

/** A record that a request inserted, updated or deleted. */
export interface RecordChange {
  /** The name of a table of the specification, or of one that you added. */
  readonly table: OpenEnum<TableName>;
  /** The id of the record. */
  readonly id: string;
  /** The record before the request. Undefined if the request inserted it. */
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  /** The record after the request. Undefined if the request deleted it. */
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

/** A request that matches an operation, and its response. */
export interface OperationEntry<Name extends OperationName> extends JournalEntryBase {
  /** The operation, for example `products.update`. */
  readonly operation: Name;
  /** The parameters of the path. */
  readonly params: EntryParameters<OperationParameters<Name>>;
  /**
   * The request body with bracketed keys nested, typed as a valid body. If the request was rejected, it may not match
   * that type; see `rawBody`. Values below 200 levels are `[nested too deeply]`. Undefined if the body is not JSON or
   * was not read.
   */
  readonly body: OperationBody<Name>;
}

/** A request for one of your own operations, and its response. */
export interface OwnOperationEntry<Definition extends OperationDefinition> extends JournalEntryBase {
  /** The name of the operation. */
  readonly operation: Definition['name'];
  /** The parameters of the path. */
  readonly params: EntryParameters<PathParameters<Definition['path']>>;
  /**
   * The request body, typed as a valid one. Bracketed keys are nested if the definition has `brackets: true`. See
   * {@link OperationEntry.body}.
   */
  readonly body: BodyOf<Definition>;
}

/** A request that does not match an operation, and its response. */
export interface UnmatchedEntry extends JournalEntryBase {
  /** Undefined if the request does not match an operation. */
  readonly operation: undefined;
  /** Undefined if the request does not match an operation. */
  readonly params: undefined;
  /** Undefined if the request does not match an operation, because its body is not read. */
  readonly body: undefined;
}

/** The parameters of a path without parameters accept any name, so that you can read `params?.id` of any entry. */
type EntryParameters<Parameters> = keyof Parameters extends never ? Readonly<Record<string, never>> : Parameters;

/** An entry of the journal: for one operation, for several, or for any request. Narrow the type by `operation`. */
export type JournalEntry<Operation extends OperationReference | undefined = OperationName | undefined> =
  Operation extends OperationName
    ? OperationEntry<Operation>
    : Operation extends OperationDefinition
      ? OwnOperationEntry<Operation>
      : UnmatchedEntry;

/** The raw record of a request. Its entry is built on access. */
export interface JournalRecord {
  readonly operation: string | undefined;
  readonly method: string;
  readonly url: string;
  /** Whether the request was sent to a path outside the base URL. */
  readonly outsideBaseUrl: boolean;
  readonly workspace: string | undefined;
  readonly user: string | undefined;
  readonly headers: Iterable<readonly [string, string]>;
  readonly rawBody: string | undefined;
  /** Whether bracketed keys of the body are groups. */
  readonly hasBrackets: boolean;
  readonly response: MockResponse;
  /** The response before it was edited. */
  readonly originalResponse?: MockResponse | undefined;
  /** The number of the request, in the order of arrival. */
  readonly arrival: number;
  readonly time: number;
  /** The time of the arrival by the system clock. */
  readonly arrivedAt: number;
  readonly duration: number;
  readonly fault: FaultKind | undefined;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly closestFault?: ClosestFault | undefined;
  /** The id of the first change that the request, or anything after it, makes in the history of the mock. */
  readonly nextChange: number;
  /** Whether the request made this change. */
  readonly hasChange: boolean;
}

/** Builds the summary of a record. Replaces tokens in its URL. */
export function toSummary(id: number, record: JournalRecord, redactKnown: Redact): JournalSummary {
  const { operation, method, url, workspace, user, headers, response, time, arrivedAt, duration, fault } = record;
  const redact = createRecordRedact(record, redactKnown);
  return {
    id,
    operation,
    method,
    url: redactUrl(url, redact),
    workspace,
    user,
    callId: callIdOf(headers, redact),
    status: response.status,
    time,
    arrivedAt,
    duration,
    fault,
    retryCount: retryCountOf(headers),
  };
}

function callIdOf(headers: JournalRecord['headers'], redact: Redact): string | undefined {
  const callId = headerOf(headers, callIdHeader);
  return callId === undefined ? undefined : redact(callId);
}

function retryCountOf(headers: JournalRecord['headers']): number | undefined {
  const count = headerOf(headers, retryCountHeader) ?? '';
  return /^[1-9]\d{0,8}$/.test(count) ? Number(count) : undefined;
}

function headerOf(headers: JournalRecord['headers'], wanted: string): string | undefined {
  for (const [name, value] of headers) if (name.toLowerCase() === wanted) return value;
  return undefined;
}

/** Builds the entry of a record. Replaces tokens, and JSON that is nested too deeply to be written as JSON again. */
export function toEntry(id: number, record: JournalRecord, redactKnown: Redact): JournalEntry {
  const { operation, method, url, params, workspace, user, headers, rawBody, response, time, duration } = record;
  const { fault, originalResponse, nextChange, closestFault } = record;
  const redact = createRecordRedact(record, redactKnown);
  // The name of an operation determines the type of its body, which TypeScript cannot see here.
  return {
    id,
    operation,
    method,
    url: redactUrl(url, redact),
    params: redactJson(params, redact),
    workspace,
    user,
    callId: callIdOf(headers, redact),
    headers: Object.fromEntries(redactHeaders(headers, redact)),
    rawBody: rawBody === undefined ? undefined : redact(rawBody),
    body: redactJson(decodeBody(rawBody, record.hasBrackets), redact),
    response: toJournalResponse(response, redact),
    originalResponse: originalResponse && toJournalResponse(originalResponse, redact),
    time,
    duration,
    fault,
    nextChange,
    closestFault: closestFault && { ...closestFault, differences: closestFault.differences.map(redact) },
  } as JournalEntry;
}

/** Describes a response without tokens. */
export function toJournalResponse({ status, headers, body }: MockResponse, redact: Redact): JournalResponse {
  return {
    status,
    headers: Object.fromEntries(redactHeaders(Object.entries(headers), redact)),
    body: redactJson(parseJsonOrText(body), redact),
  };
}

/** Builds copies of the rows that the request of a record has changed. Replaces tokens. */
export function toChanges(
  record: JournalRecord,
  rows: readonly ChangedRow[],
  redactKnown: Redact,
): readonly RecordChange[] {
  return redactJson(rows, createRecordRedact(record, redactKnown)) as readonly RecordChange[];
}

/** Headers that the journal does not show. The id of a call is random, and journals must be equal from run to run. */
const hiddenHeaders = [...secretHeaders, callIdHeader];

function redactHeaders(headers: Iterable<readonly [string, string]>, redact: Redact) {
  return Array.from(headers)
    .filter(([name]) => !hiddenHeaders.includes(name.toLowerCase()))
    .map(([name, value]) => [name, redactNamed(name, redact(value))] as const);
}

/** A caller can repeat a wrong token, which no mock knows, in the path or in the body. */
export function createRecordRedact(
  { url, headers }: Pick<JournalRecord, 'url' | 'headers'>,
  redactKnown: Redact,
): Redact {
  const redactSent = createRedact(...sentSecrets(url, headers));
  return (text) => redactSent(redactKnown(text));
}
