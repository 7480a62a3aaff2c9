/** What the service says when it refuses, as its error table states it. */
import * as z from 'zod/mini';
import type { OpenEnum } from './fields.ts';

/** The `error` texts that the specification states word for word. */
export const errorMessages = {
  validation: 'Validation error',
  forbidden: 'Forbidden',
  categoryReferenced: 'CATEGORY_REFERENCED_IN_DISCOUNT',
} as const;

/**
 * The ways a call can be refused, as a stable value to branch on. Codes that the service itself sends,
 * such as `CATEGORY_REFERENCED_IN_DISCOUNT`, are passed on as they are, new ones included.
 */
export type ErrorCode = OpenEnum<
  | 'unauthorized'
  | 'forbidden'
  | 'validation_error'
  | 'invalid_id'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'server_error'
  | 'http_error'
  | 'CATEGORY_REFERENCED_IN_DISCOUNT'
>;

/** One thing that is wrong with a request. */
export const issueSchema = z.object({
  /** The field, as the wire writes it: `name`, `shipping[weight]`, `tax_ids.0.tax`. */
  path: z.string(),
  /** What is wrong with it. */
  message: z.string(),
});

/** The three shapes in which the service lists what is wrong. */
export const errorDetailsSchema = z.union([
  z.array(z.string()),
  z.array(issueSchema),
  z.record(z.string(), z.string()),
]);

/** The body of an error. Some validation responses leave `success` out. */
export const errorBodySchema = z.object({
  /** Always `false` where it is present. */
  success: z.optional(z.literal(false)),
  /** A text, or an upper-case code. */
  error: z.string(),
  /** What is wrong in particular: strings, issues, or a map of field to message. */
  details: z.optional(errorDetailsSchema),
});

/**
 * The body of an error, as it goes over the wire.
 *
 * @see Specification: *Errors*
 */
export interface ErrorBody extends z.infer<typeof errorBodySchema> {}

/** A refusal that an endpoint can give, and what the specification states of it. */
export interface ApiErrorSpec {
  /** The code that the client's errors carry. */
  readonly code: ErrorCode;
  /** The HTTP status, where the specification states one. */
  readonly status?: number;
  /** The `error` text, where the specification states it word for word. */
  readonly error?: string;
}

/** The rows of the error table. */
export const apiErrors = {
  unauthorized: { code: 'unauthorized', status: 401 },
  forbidden: { code: 'forbidden', status: 403, error: errorMessages.forbidden },
  /** Status 400 is stated for the product PATCH alone. */
  validation: { code: 'validation_error', error: errorMessages.validation },
  productPatchValidation: { code: 'validation_error', status: 400, error: errorMessages.validation },
  invalidId: { code: 'invalid_id' },
  notFound: { code: 'not_found' },
  /** Not in the table; `api_name` of a product parent is stated to be unique. */
  duplicateApiName: { code: 'conflict' },
  categoryReferenced: { code: 'CATEGORY_REFERENCED_IN_DISCOUNT', status: 409, error: errorMessages.categoryReferenced },
} as const satisfies Record<string, ApiErrorSpec>;

/** The name of a row of the error table. */
export type ApiErrorName = keyof typeof apiErrors;
