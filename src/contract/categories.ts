import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { timestamps, uuid } from './fields.ts';
import { categories as routes } from './routes.ts';

/** A category of products; categories form a hierarchy. */
export const categorySchema = z.object({
  /** UUID of the category. */
  id: uuid,
  /** UUID of the workspace that the category belongs to. */
  workspace_id: uuid,
  /** Display name. */
  name: z.string(),
  /** snake_case identifier; it cannot change. */
  api_name: z.string(),
  /** Description. */
  description: z.string(),
  /** Whether the category is in use. */
  is_active: z.boolean(),
  /** UUID of the category above; `null` means that there is none. */
  parent_category_id: z.nullable(uuid),
  ...timestamps,
});

/** What changes a category. Only what is sent changes. */
export const categoryUpdateSchema = z.strictObject({
  /** Display name. */
  name: z.optional(z.string()),
  /** Description. */
  description: z.optional(z.string()),
  /** Whether the category is in use. */
  is_active: z.optional(z.boolean()),
  /** UUID of the category above; `null` removes the parent. */
  parent_category_id: z.optional(z.nullable(uuid)),
});

/** What a deletion answers. */
export const deletedCategorySchema = z.object({
  /** UUID of the category that was deleted. */
  id: uuid,
  /** Always `true`. */
  deleted: z.literal(true),
});

/**
 * A category of products.
 *
 * @see Specification: *Resources and their fields, Category*
 */
export interface Category extends z.infer<typeof categorySchema> {}
/**
 * The body of `categories.update`.
 *
 * @see Specification: *Endpoints, Categories*
 */
export interface CategoryUpdate extends z.infer<typeof categoryUpdateSchema> {}
/**
 * What `categories.delete` returns.
 *
 * @see Specification: *States and transitions*
 */
export interface DeletedCategory extends z.infer<typeof deletedCategorySchema> {}

/** The operations on categories. */
export const categories = {
  get: endpoint({
    ...routes.get,
    resource: 'Category',
    response: categorySchema,
    permission: 'categories:read',
    errors: ['invalidId', 'notFound'],
  }),
  update: endpoint({
    ...routes.update,
    resource: 'Category',
    body: categoryUpdateSchema,
    immutable: ['api_name'],
    response: categorySchema,
    permission: 'categories:write',
    errors: ['validation', 'invalidId', 'notFound'],
  }),
  delete: endpoint({
    ...routes.delete,
    resource: 'Category',
    response: deletedCategorySchema,
    permission: 'categories:write',
    errors: ['invalidId', 'notFound', 'categoryReferenced'],
  }),
} as const;
