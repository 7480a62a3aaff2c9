import * as z from 'zod/mini';
import { endpoint, type ReadonlyInput } from './endpoint.ts';
import { type Named, timestamp, timestamps, uuid } from './fields.ts';

/** A product category. Categories form a hierarchy. */
export const categorySchema = z.object({
  /** UUID of the category. */
  id: uuid,
  /** UUID of the workspace that the category belongs to. */
  workspace_id: uuid,
  /** Display name. */
  name: z.string(),
  /** snake_case identifier; it cannot be changed. */
  api_name: z.string(),
  /** Description. */
  description: z.string(),
  /** Whether the category is active. */
  is_active: z.boolean(),
  /** UUID of the parent category; `null` if there is none. */
  parent_category_id: z.nullable(uuid),
  /** Time of the deletion, ISO 8601. The specification does not say which responses have it. */
  deleted_at: z.optional(z.nullable(timestamp)),
  ...timestamps,
});

/** The body that updates a category. Omitted fields keep their values. */
export const categoryUpdateSchema = z.strictObject({
  /** Display name. */
  name: z.optional(z.string()),
  /** Description. */
  description: z.optional(z.string()),
  /** Whether the category is active. */
  is_active: z.optional(z.boolean()),
  /** UUID of the parent category; `null` removes the parent. */
  parent_category_id: z.optional(z.nullable(uuid)),
});

/** The response to a deletion. */
export const deletedCategorySchema = z.object({
  /** UUID of the deleted category. */
  id: uuid,
  /** Always `true`. */
  deleted: z.literal(true),
});

/**
 * A product category.
 *
 * @see The specification: *Resources and their fields, Category*
 */
export interface Category extends z.infer<typeof categorySchema> {}
/**
 * The body of `categories.update`.
 *
 * @see The specification: *Endpoints, Categories*
 */
export interface CategoryUpdate extends ReadonlyInput<z.infer<typeof categoryUpdateSchema>>, Named {}
/**
 * The result of `categories.delete`.
 *
 * @see The specification: *States and transitions*
 */
export interface DeletedCategory extends z.infer<typeof deletedCategorySchema> {}

export const categories = {
  get: endpoint({
    response: categorySchema,
    errors: ['invalidId', 'notFound'],
  }),
  update: endpoint({
    body: categoryUpdateSchema,
    immutable: ['api_name'],
    response: categorySchema,
    errors: ['validation', 'invalidId', 'notFound'],
  }),
  delete: endpoint({
    response: deletedCategorySchema,
    errors: ['invalidId', 'notFound', 'categoryReferenced'],
  }),
} as const;
