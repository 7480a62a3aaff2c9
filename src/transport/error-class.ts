import type { ErrorCategory } from '../contract/errors.ts';
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
import { isErrorBody, reportsError } from '../wire/error-body.ts';

/** The error class of each category. */
export const errorClasses: Readonly<Record<ErrorCategory, typeof ApiError>> = {
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

interface CategorizedError {
  readonly category: ErrorCategory;
  readonly resource?: string | undefined;
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
  /^(?:CATEGORY_REFERENCED_IN_DISCOUNT|validation error|forbidden|invalid product id.*|(?:category|catalog|customer|contact|address|product(?: parent)?|price) not found)$/i;

/** Whether a server error is one of the errors in the specification. A retry would only repeat it. */
export function isSpecifiedError(body: unknown): boolean {
  return isErrorBody(body) && serviceTexts.test(body.error);
}

/**
 * Categorizes an error response. The specification defines error texts and the shape of `details`, but few statuses, so
 * the text takes precedence over the status.
 */
export function categorize(status: number, body: unknown, issues: readonly Issue[]): CategorizedError {
  const certain = status >= 500 && !isSpecifiedError(body) ? 'server_error' : categoryByStatus[status];
  if (certain) return { category: certain };
  const error = isErrorBody(body) ? body.error : '';
  for (const [pattern, category] of errorTextPatterns) {
    const match = pattern.exec(error);
    if (match) return { category, resource: match[1]?.replace(/^./, (letter) => letter.toUpperCase()) };
  }
  // Ignore the status of a response that is not from the service: a 404 of a proxy says nothing about a record.
  const fallback = reportsError(body) ? fallbackByStatus[status] : undefined;
  return { category: fallback ?? (issues.length ? 'validation_error' : 'http_error') };
}
