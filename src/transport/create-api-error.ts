/**
 * Which error an answer is. The specification states texts and the shape of `details`, but few statuses: so what an
 * error says goes before its status.
 */

import type { ErrorCode } from '../contract/errors.ts';
import type { Issue } from '../contract/validate.ts';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  ValidationError,
} from '../errors/index.ts';
import { asRecord } from './exchange.ts';
import { excerpt, type RedactedResponse } from './redacted-response.ts';
import { retryAfter } from './retry-policy.ts';

const classes = {
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

type ErrorCategory = keyof typeof classes;

/** Statuses that are stated, or mean the same everywhere: with these the rawBody is not asked. */
const certain: Readonly<Record<number, ErrorCategory>> = { 401: 'unauthorized', 403: 'forbidden', 429: 'rate_limited' };

/** What the specification says errors say. A group in the pattern is the resource. */
const texts: readonly (readonly [RegExp, ErrorCategory])[] = [
  [/^CATEGORY_REFERENCED_IN_DISCOUNT$/, 'conflict'],
  [/^validation error/i, 'validation_error'],
  [/^forbidden$/i, 'forbidden'],
  [/\bapi token\b/i, 'unauthorized'],
  [/\b(?:invalid|malformed) (\w+(?:[ -]\w+)?) id\b/i, 'invalid_id'],
  [/^(\w+(?:[ -]\w+)?) not found\b/i, 'not_found'],
];

const others: Readonly<Record<number, ErrorCategory>> = {
  400: 'validation_error',
  404: 'not_found',
  409: 'conflict',
  410: 'not_found',
  422: 'validation_error',
};

/** The error that an answer is. */
export function createApiError({ title, facts, statusText, headers, body, text }: RedactedResponse): ApiError {
  const { status } = facts;
  const { error, details } = isErrorBody(body) ? body : { error: '', details: undefined };
  const issues = toIssues(details);
  const { category, resource } = recognise(status, error, issues);
  const code: ErrorCode = /^[A-Z]+(?:_[A-Z0-9]+)+$/.test(error) ? error : category;
  const said = error ? [error, formatIssues(issues)] : [statusText || 'no error body', excerpt(text)];
  return new classes[category](
    `${title} failed with ${status}: ${said.filter(Boolean).join(': ')}`,
    { ...facts, code, error, details, issues, resource },
    headers,
    category === 'rate_limited' ? retryAfter(status, headers) : undefined,
  );
}

/** Whether a body is an error's, whatever its status. Some validation responses leave `success` out. */
export function isErrorBody(body: unknown): body is { error: string; details?: unknown } {
  const { success = false, error } = asRecord(body);
  return success === false && typeof error === 'string';
}

function recognise(
  status: number,
  error: string,
  issues: readonly Issue[],
): { category: ErrorCategory; resource?: string } {
  const known = status >= 500 ? 'server_error' : certain[status];
  if (known) return { category: known };
  for (const [pattern, category] of texts) {
    const match = pattern.exec(error);
    if (match) return { category, ...(match[1] && { resource: match[1].charAt(0).toUpperCase() + match[1].slice(1) }) };
  }
  return { category: others[status] ?? (issues.length ? 'validation_error' : 'http_error') };
}

/** The three shapes of `details` as one. */
function toIssues(details: unknown): Issue[] {
  if (!Array.isArray(details)) {
    return Object.entries(asRecord(details)).map(([path, message]) => ({ path, message: String(message) }));
  }
  return details.map((detail: unknown) => {
    if (typeof detail !== 'object') return { path: '', message: String(detail) };
    const { path = '', message = JSON.stringify(detail) } = asRecord(detail);
    return { path: Array.isArray(path) ? path.join('.') : String(path), message: String(message) };
  });
}

/** Issues as the end of a sentence, the first few of them. */
export function formatIssues(issues: readonly Issue[]): string {
  const shown = issues.slice(0, 3).map(({ path, message }) => `${path} ${message}`.trim());
  return shown.join('; ') + (issues.length > 3 ? `; and ${issues.length - 3} more` : '');
}
