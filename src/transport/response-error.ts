import { endsInApi } from '../config/base-url.ts';
import type { ErrorCategory, ErrorCode } from '../contract/errors.ts';
import { withoutCredentials } from '../contract/printable.ts';
import type { Issue } from '../contract/validate.ts';
import { type ApiError, type MasterDataError, UnexpectedResponseError } from '../errors/index.ts';
import { isErrorBody, readDetails, reportsError } from '../wire/error-body.ts';
import { retryAfter } from '../wire/retry-after.ts';
import type { CallState } from './call-state.ts';
import { categorize, errorClasses } from './error-class.ts';
import { type HttpExchange, isEnvelope, type RedactedResponse } from './response.ts';

/** Creates the error of a response without data. */
export function responseError(exchange: HttpExchange): MasterDataError {
  const { state, request } = exchange;
  const response = exchange.redacted();
  const { status, body } = response;
  if (status >= 400 || reportsError(body)) return apiError(state, response);
  const expected = request.kind && isEnvelope(body) ? `a ${request.kind} as data` : 'JSON { success: true, data }';
  return unexpectedResponse(exchange, `expected ${expected}, received ${describeReceived(response)}`);
}

function describeReceived({ status, headers, text }: RedactedResponse): string {
  const location = headers.get('location');
  const target = location ? ` to ${withoutCredentials(location)}` : '';
  if (status >= 300 || status === 0) return `a redirect${target}, which is not followed`;
  return text ? `${headers.get('content-type') ?? 'no content type'}: ${excerpt(text)}` : 'an empty body';
}

/** Creates the error of a response that cannot be used. */
export function unexpectedResponse(
  exchange: HttpExchange,
  problem: string,
  issues: readonly Issue[] = [],
): UnexpectedResponseError {
  const { label, url, status, requestId, headers, text } = exchange.redacted();
  return new UnexpectedResponseError(`${label} returned ${status}: ${problem}`, {
    status,
    requestId,
    method: exchange.request.call.method,
    url,
    contentType: headers.get('content-type') ?? undefined,
    body: excerpt(text),
    issues,
  });
}

function apiError(
  state: CallState,
  { label, url, status, statusText, requestId, headers, body, text }: RedactedResponse,
): ApiError {
  const { error, details } = isErrorBody(body) ? body : { error: '', details: undefined };
  const issues = readDetails(details);
  const { category, resource } = categorize(status, body, typeof details === 'string' ? [] : issues);
  const code: ErrorCode = isCode(error) ? error : category;
  const parts = error ? [excerpt(error), formatIssues(issues)] : [statusText || 'no error body', excerpt(text)];
  const message = `${label} failed with ${status}: ${parts.filter(Boolean).join(': ')}`;
  const hint = hintOf(state, status, category);
  return new errorClasses[category](
    hint ? `${message}${/[.?!]$/.test(message) ? '' : '.'} ${hint}` : message,
    {
      status,
      requestId,
      method: state.request.call.method,
      url,
      code,
      error,
      details,
      issues,
      resource,
      retryAfter: retryAfter(status, headers),
      attempts: state.attempts,
    },
    headers,
  );
}

/** Whether an error is a code: upper-case letters, digits and underscores. `FORBIDDEN` is a text of the contract. */
function isCode(error: string): boolean {
  return /^(?!FORBIDDEN$)[A-Z][A-Z0-9_]+$/.test(error);
}

function hintOf({ request, mayHaveSucceeded }: CallState, status: number, category: ErrorCategory): string {
  const { call } = request;
  if (category === 'not_found' && call.method === 'DELETE' && mayHaveSucceeded) {
    return 'An earlier attempt, whose response was lost, may have deleted the record.';
  }
  return status === 404 && call.url.endsWith(`/api${call.path}`) ? endsInApi : '';
}

/** Formats the first few issues as the end of a sentence. */
export function formatIssues(issues: readonly Issue[]): string {
  return listFirst(
    issues.map(({ path, message }) => `${path} ${message}`),
    3,
  );
}

/** Joins the first few texts of a list, each on one line. */
export function listFirst(texts: readonly string[], count: number): string {
  const more = texts.length > count ? `; and ${texts.length - count} more` : '';
  return texts.slice(0, count).map(excerpt).join('; ') + more;
}

/** Returns the start of a body on one line, without the credentials of URLs. */
function excerpt(text: string): string {
  const line = withoutCredentials(text).replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
