import * as z from 'zod/mini';
import type { OpenEnum } from './fields.ts';

/** The `error` texts that the specification states literally. */
export const errorMessages = {
  validation: 'Validation error',
  forbidden: 'Forbidden',
  categoryReferenced: 'CATEGORY_REFERENCED_IN_DISCOUNT',
} as const;

/** The kind of an error. It decides the error class. */
export type ErrorCategory =
  | 'unauthorized'
  | 'forbidden'
  | 'validation_error'
  | 'invalid_id'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'server_error'
  | 'http_error';

/**
 * A stable value to branch on. Codes that the service sends, such as `CATEGORY_REFERENCED_IN_DISCOUNT`, are passed
 * through unchanged, including new ones.
 */
// The members of an object, because hovers show them. They would show only the name of the other type.
export type ErrorCode = OpenEnum<{ [Code in ErrorCategory]: Code }[ErrorCategory] | 'CATEGORY_REFERENCED_IN_DISCOUNT'>;

/** One problem of a request. */
export const issueSchema = z.object({
  /** The field in wire notation: `name`, `shipping[weight]`, `tax_ids.0.tax`. */
  path: z.string(),
  /** A description of the problem. */
  message: z.string(),
});

/** The three shapes in which the service lists problems. */
export const errorDetailsSchema = z.union([
  z.array(z.string()),
  z.array(issueSchema),
  z.record(z.string(), z.string()),
]);

/** The body of an error response. Some validation responses omit `success`. */
export const errorBodySchema = z.object({
  /** Always `false` if present. */
  success: z.optional(z.literal(false)),
  /** A message or an upper-case code. */
  error: z.string(),
  /** The individual problems: strings, issues, or a map from field to message. */
  details: z.optional(errorDetailsSchema),
});

/**
 * The body of an error response, as it is on the wire.
 *
 * @see The specification: *Errors*
 */
export interface ErrorBody extends z.infer<typeof errorBodySchema> {}

/** An error that an endpoint can return, as far as the specification states it. */
export interface ApiErrorSpec {
  /** The `code` of the client's error. */
  readonly code: ErrorCode;
  /** The HTTP status, if the specification states one. */
  readonly status?: number;
  /** The `error` text, if the specification states it literally. */
  readonly error?: string;
}

/** The rows of the error table. */
export const apiErrors = {
  unauthorized: { code: 'unauthorized', status: 401 },
  forbidden: { code: 'forbidden', status: 403, error: errorMessages.forbidden },
  /** The specification states status 400 only for the product PATCH. */
  validation: { code: 'validation_error', error: errorMessages.validation },
  productPatchValidation: { code: 'validation_error', status: 400, error: errorMessages.validation },
  invalidId: { code: 'invalid_id' },
  notFound: { code: 'not_found' },
  /** Not in the table, but the specification states that the `api_name` of a product parent is unique. */
  duplicateApiName: { code: 'conflict' },
  categoryReferenced: { code: 'CATEGORY_REFERENCED_IN_DISCOUNT', status: 409, error: errorMessages.categoryReferenced },
} as const satisfies Record<string, ApiErrorSpec>;

/** The name of a row of the error table. */
export type ApiErrorName = keyof typeof apiErrors;
