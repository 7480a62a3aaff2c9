import * as z from 'zod/mini';

/** Returns the schema of a successful response: `{ success: true, data }`. */
// @__NO_SIDE_EFFECTS__
export function envelope<const Data extends z.ZodMiniType>(data: Data) {
  return z.object({
    /** Always `true`. */
    success: z.literal(true),
    /** The record, or the array of records. */
    data,
  });
}
