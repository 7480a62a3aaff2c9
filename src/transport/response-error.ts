import { endsInApi } from '../config/base-url.ts';
import type { ErrorCategory, ErrorCode } from '../contract/errors.ts';
import { withoutCredentials } from '../contract/printable.ts';
import type { Issue } from '../contract/validate.ts';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  type MasterDataError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  UnexpectedResponseError,
  ValidationError,
} from '../errors/index.ts';
import { asRecord, readDetails } from '../wire/error-details.ts';
import { retryAfter } from '../wire/retry-after.ts';
import type { CallState } from './call-state.ts';
import type { HttpExchange, RedactedResponse } from './response.ts';

const errorClasses: Readonly<Record<ErrorCategory, typeof ApiError>> = {
  unauthorized: AuthenticationError,
  forbidden: PermissionDeniedError,
  validation_error: ValidationError,
  invalid_id: ValidationError,
  not_found: NotFoundError,
  conflict: ConflictError,
  rate_limited: RateLimitError,
  server_error: ServerError,
  http_error: ApiError,
};

/** Creates the error of a response without data. */
export function responseError(exchange: HttpExchange): MasterDataError {
  const { state, request } = exchange;
  const response = exchange.redacted();
  const { status, body } = response;
  if (status >= 400 || isErrorBody(body) || asRecord(body)['success'] === false) return apiError(state, response);
  const { success, data } = asRecord(body);
  const hasWrongData = request.kind !== undefined && success === true && data !== undefined;
  const expected = hasWrongData ? `a ${request.kind} as data` : 'JSON { success: true, data }';
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

interface CategorizedError {
  readonly category: ErrorCategory;
  readonly resource?: string;
}

/** Statuses whose meaning the specification or HTTP fixes: the text does not matter. */
const categoryByStatus: Readonly<Record<number, ErrorCategory>> = {
  401: 'unauthorized',
  403: 'forbidden',
  429: 'rate_limited',
};

/** Categories for texts that match no pattern. */
const fallbackByStatus: Readonly<Record<number, ErrorCategory>> = {
  400: 'validation_error',
  404: 'not_found',
  409: 'conflict',
  410: 'not_found',
  422: 'validation_error',
};

/** The error texts of the specification. A group in the pattern is the resource. */
const errorTextPatterns: readonly (readonly [RegExp, ErrorCategory])[] = [
  [/^CATEGORY_REFERENCED_IN_DISCOUNT$/, 'conflict'],
  [/^validation error/i, 'validation_error'],
  [/^forbidden$/i, 'forbidden'],
  [/\bapi token\b/i, 'unauthorized'],
  [/\b(?:invalid|malformed) (\w+(?:[ -]\w+)?) id\b/i, 'invalid_id'],
  [/^(\w+(?:[ -]\w+)?) not found\b/i, 'not_found'],
];

/** A proxy may write any text into its own 5xx response. These texts can only come from the service. */
const serviceTexts =
  /^(?:CATEGORY_REFERENCED_IN_DISCOUNT|validation error|forbidden|invalid product id.*|(?:category|catalog|customer|contact|address|product|product parent|price) not found)$/i;

/**
 * Whether a body is an error body of the service, whatever its status. Some validation errors omit `success`.
 * Frameworks and proxies also write an `error`, next to other fields.
 */
function isErrorBody(body: unknown): body is { error: string; details?: unknown } {
  const { success, error, ...rest } = asRecord(body);
  return typeof error === 'string' && (success ?? Object.keys(rest).some((name) => name !== 'details')) === false;
}

/** Whether a server error is one of the errors in the specification. A retry would only repeat it. */
export function isSpecifiedError(body: unknown): boolean {
  return isErrorBody(body) && serviceTexts.test(body.error);
}

/**
 * Categorizes an error response. The specification defines error texts and the shape of `details`, but few statuses, so
 * the text takes precedence over the status.
 */
function categorize(status: number, body: unknown, issues: readonly Issue[]): CategorizedError {
  const certain = status >= 500 && !isSpecifiedError(body) ? 'server_error' : categoryByStatus[status];
  if (certain) return { category: certain };
  const error = isErrorBody(body) ? body.error : '';
  for (const [pattern, category] of errorTextPatterns) {
    const match = pattern.exec(error);
    if (match) return { category, ...(match[1] && { resource: match[1].charAt(0).toUpperCase() + match[1].slice(1) }) };
  }
  // Ignore the status of a response that is not from the service: a 404 of a proxy says nothing about a record.
  const isFromService = isErrorBody(body) || asRecord(body)['success'] === false;
  const fallback = isFromService ? fallbackByStatus[status] : undefined;
  return { category: fallback ?? (issues.length ? 'validation_error' : 'http_error') };
}
