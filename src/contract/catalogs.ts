import * as z from 'zod/mini';
import { endpoint, type ReadonlyInput } from './endpoint.ts';
import { apiName, externalIdCreateFields, externalIdFields, type Named, timestamps, uuid } from './fields.ts';

/** A catalog: a set of products offered together. */
export const catalogSchema = z.object({
  /** UUID of the catalog. */
  id: uuid,
  /** Display name. */
  name: z.string(),
  /** snake_case identifier; it cannot be changed. */
  api_name: z.string(),
  /** Internal reference. */
  reference: z.string(),
  /** Description. */
  description: z.string(),
  /** Whether the catalog is active. */
  is_active: z.boolean(),
  ...externalIdFields,
  ...timestamps,
});

/** The body that creates a catalog. */
export const catalogCreateSchema = z.strictObject({
  /** Display name. */
  name: z.string(),
  /** snake_case identifier, generated if omitted. It cannot be changed later. */
  api_name: z.optional(apiName),
  /** Internal reference. */
  reference: z.optional(z.string()),
  /** Description. */
  description: z.optional(z.string()),
  /** Whether the catalog is active. Default `true`. */
  is_active: z.optional(z.boolean()),
  ...externalIdCreateFields,
});

/**
 * A catalog.
 *
 * @see The specification: *Resources and their fields, Catalog*
 */
export interface Catalog extends z.infer<typeof catalogSchema> {}
/**
 * The body of `catalogs.create`.
 *
 * @see The specification: *Endpoints, Catalogs*
 */
export interface CatalogCreate extends ReadonlyInput<z.infer<typeof catalogCreateSchema>>, Named {}

export const catalogs = {
  create: endpoint({
    body: catalogCreateSchema,
    response: catalogSchema,
    errors: ['validation', 'duplicateApiName'],
  }),
  get: endpoint({
    response: catalogSchema,
    errors: ['invalidId', 'notFound'],
  }),
} as const;
