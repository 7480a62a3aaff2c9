import type { ErrorCategory, ErrorCode } from '../contract/errors.ts';
import type { Issue } from '../contract/validate.ts';
import type { ApiErrorFields, UnexpectedResponseFields } from '../errors/index.ts';
import { createRedact } from '../instrumentation/redact-token.ts';
import { asRecord, categorize, isErrorBody } from './error-category.ts';
import { formatIssues } from './format-issues.ts';
import { excerpt, type RedactedResponse, redactResponse } from './redacted-response.ts';
import type { PreparedRequest } from './request.ts';
import type { HttpExchange } from './response.ts';
import { retryAfter } from './retry-policy.ts';
import type { DataKind } from './unwrap-envelope.ts';

/** The parts of an {@link ApiError}. */
export interface ApiErrorParts {
  readonly category: ErrorCategory;
  readonly message: string;
  readonly fields: ApiErrorFields;
  readonly headers: Headers;
}

/** The parts of an {@link UnexpectedResponseError}. */
export interface UnexpectedResponseParts {
  readonly category: 'unexpected';
  readonly message: string;
  readonly fields: UnexpectedResponseFields;
}

/** Returns the parts of the error for a response without data. */
export function describeResponse(exchange: HttpExchange, kind?: DataKind): ApiErrorParts | UnexpectedResponseParts {
  const { request } = exchange;
  const response = redactResponse(exchange);
  const { fields, body, headers, text } = response;
  if (fields.status >= 400 || isErrorBody(body) || asRecord(body)['success'] === false) {
    return describeApiError(request, response);
  }
  const location = headers.get('location');
  const received =
    fields.status >= 300 || fields.status === 0
      ? `a redirect${location ? ` to ${location}` : ''}, which is not followed`
      : text
        ? `${headers.get('content-type') ?? 'no content type'}: ${excerpt(text)}`
        : 'an empty body';
  const { success, data } = asRecord(body);
  const hasWrongData = kind !== undefined && success === true && data !== undefined;
  const expected = hasWrongData ? `a ${kind} as data` : 'JSON { success: true, data }';
  return unexpected(request, response, `expected ${expected}, received ${received}`);
}

/** Returns the parts of the error for data that does not match the contract. */
export function describeInvalidData(exchange: HttpExchange, issues: readonly Issue[]): UnexpectedResponseParts {
  const problem = `the data does not match the contract: ${formatIssues(issues)}`;
  return unexpected(exchange.request, redactResponse(exchange), problem, issues);
}

/** Returns the parts of the error for a response that cannot be used. */
export function describeUnexpected(exchange: HttpExchange, problem: string): UnexpectedResponseParts {
  return unexpected(exchange.request, redactResponse(exchange), createRedact(exchange.token)(problem));
}

function unexpected(
  { label }: PreparedRequest,
  { fields, headers, text }: RedactedResponse,
  problem: string,
  issues: readonly Issue[] = [],
): UnexpectedResponseParts {
  return {
    category: 'unexpected',
    message: `${label} returned ${fields.status}: ${problem}`,
    fields: { ...fields, contentType: headers.get('content-type') ?? undefined, body: excerpt(text), issues },
  };
}

function describeApiError(
  request: PreparedRequest,
  { fields, statusText, headers, body, text }: RedactedResponse,
): ApiErrorParts {
  const { status } = fields;
  const { error, details } = isErrorBody(body) ? body : { error: '', details: undefined };
  const issues = toIssues(details);
  const { category, resource } = categorize(status, body, issues);
  const code: ErrorCode = /^[A-Z]+(?:_[A-Z0-9]+)+$/.test(error) ? error : category;
  const parts = error ? [excerpt(error), formatIssues(issues)] : [statusText || 'no error body', excerpt(text)];
  return {
    category,
    message: `${request.label} failed with ${status}: ${parts.filter(Boolean).join(': ')}${hint(request, status, category)}`,
    fields: {
      ...fields,
      code,
      error,
      details,
      issues,
      resource,
      retryAfter: retryAfter(status, headers),
      attempts: request.attempts,
    },
    headers,
  };
}

function hint({ call, mayHaveSucceeded }: PreparedRequest, status: number, category: ErrorCategory): string {
  if (category === 'not_found' && call.method === 'DELETE' && mayHaveSucceeded) {
    return '. An earlier attempt, whose response was lost, may have deleted the record.';
  }
  return status === 404 && call.url.endsWith(`/api${call.path}`)
    ? '. baseUrl ends in /api, and each path starts with /api. Remove it from baseUrl.'
    : '';
}

/** Converts the three shapes of `details` to one. */
function toIssues(details: unknown): Issue[] {
  if (!Array.isArray(details)) {
    return Object.entries(asRecord(details)).map(([path, message]) => ({ path, message: toText(message) }));
  }
  return details.map((detail: unknown) => {
    const { path = '', message = detail } = asRecord(detail);
    return { path: Array.isArray(path) ? path.map(toText).join('.') : toText(path), message: toText(message) };
  });
}

/** Avoids `String`, which would call a `toString` property of the JSON. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
