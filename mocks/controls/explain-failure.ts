import type { Issue } from '../../src/contract/validate.ts';
import { readDetails } from '../../src/wire/error-body.ts';
import { parseRetryAfter } from '../../src/wire/retry-after.ts';
import { isObject } from '../shared/json.ts';
import type { ConnectionFailure } from './faults/fault-kinds.ts';
import type { JournalEntry } from './journal-entry.ts';

/** The reason why a request failed, in words for a person. */
export interface Explanation {
  readonly title: string;
  readonly text: string;
  readonly issues: readonly Issue[];
  /** The seconds that the response asks to wait. Undefined if it does not say when to try again. */
  readonly retryAfter?: number | undefined;
}

/** The parts of a request that tell why it failed. */
export interface Explainable {
  readonly operation?: string | undefined;
  readonly fault?: string | undefined;
  readonly response: Pick<JournalEntry['response'], 'status' | 'body'> &
    Partial<Pick<JournalEntry['response'], 'headers'>>;
  /** The arrival of the request by the clock of the mock. Undefined if only the sender knows the request. */
  readonly time?: number | undefined;
  readonly originalResponse?: unknown;
}

/** Explains a failed request. Returns undefined if it succeeded. */
export function explainFailure(request: Explainable): Explanation | undefined {
  const { response, fault } = request;
  const { status, body } = response;
  // Calls that a fault only delays or holds run as usual.
  const failure = fault === 'delay' || fault === 'hold' ? undefined : fault;
  if (status >= 200 && status < 400 && failure === undefined) return undefined;
  const error = isObject(body) && typeof body['error'] === 'string' ? body['error'] : undefined;
  const issues = isObject(body) ? readDetails(body['details']) : [];
  const retryAfter = readRetryAfter(response, request.time);
  if (failure !== undefined) {
    const title = `Injected fault: ${failure === 'status' ? `status ${status}` : failure}`;
    return { title, text: faultTexts[failure] ?? '', issues, retryAfter };
  }
  return { title: error ?? `Status ${status}`, text: describe(request, error, issues.length > 0), issues, retryAfter };
}

/** Returns the seconds until the time that a response asks to wait for. */
function readRetryAfter({ headers = {} }: Explainable['response'], time: number | undefined): number | undefined {
  const { 'retry-after': value, date } = headers;
  if (value === undefined) return undefined;
  return parseRetryAfter(value, date ?? (time === undefined ? '' : new Date(time).toUTCString()));
}

function describe(request: Explainable, error: string | undefined, hasIssues: boolean): string {
  const { status } = request.response;
  if (request.originalResponse !== undefined) return 'Somebody edited this response before its release.';
  if (request.operation === undefined && status === 404) return 'No operation has this method and path.';
  // Policies choose the statuses of these errors.
  if (error?.endsWith(' not found')) return noSuchRecord;
  if (/^Invalid .+ ID format$/.test(error ?? '')) return 'An id in the path is not a UUID.';
  if (status === 400 || status === 422) {
    return hasIssues
      ? 'The request does not match the contract. The fields below say why.'
      : 'The request does not match the contract, or it conflicts with another record.';
  }
  return statusTexts[status] ?? (status >= 500 ? 'The mock failed.' : '');
}

const noSuchRecord = 'The workspace of the token has no such record.';

const faultTexts: Readonly<Record<string, string>> = {
  status: 'A fault responded in place of the operation, which did not run.',
  'drop-connection': 'A fault broke the connection before the operation ran. Nothing changed.',
  'drop-response': 'The operation ran, then a fault broke the connection. Its changes stay.',
  'truncate-response': 'The operation ran, then a fault broke the connection in the middle of the response.',
  'invalid-json': 'The operation ran, and a fault made the body of the response invalid.',
} satisfies Record<ConnectionFailure | 'status', string>;

const statusTexts: Readonly<Record<number, string>> = {
  401: 'The token is missing, unknown or revoked.',
  403: 'The token is valid, but its permissions do not include this operation.',
  404: noSuchRecord,
  405: 'The path exists, but not with this method.',
  409: 'The request conflicts with another record.',
  410: noSuchRecord,
  413: 'The body is larger than the mock accepts.',
  415: 'The body must be JSON in UTF-8.',
  429: 'The rate limit of the workspace is used up.',
  501: 'The specification names this operation without documenting it.',
  507: 'The sandbox has reached its limit, so nothing was stored.',
};
