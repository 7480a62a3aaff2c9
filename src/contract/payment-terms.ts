import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { unknownRecord } from './fields.ts';

/** A payment term. The specification documents none of its fields. */
export const paymentTermSchema = unknownRecord;

/**
 * A payment term. The specification documents none of its fields.
 *
 * @see The specification: *Resources and their fields, Gaps*
 */
export interface PaymentTerm extends z.infer<typeof paymentTermSchema> {}

export const paymentTerms = {
  list: endpoint({
    response: z.array(paymentTermSchema),
    errors: [],
  }),
} as const;
