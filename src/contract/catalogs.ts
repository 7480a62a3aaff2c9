import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { apiName, externalIdCreateFields, externalIdFields, timestamps, uuid } from './fields.ts';
import { catalogs as routes } from './routes.ts';

/** A catalog: products that are offered together. */
export const catalogSchema = z.object({
  /** UUID of the catalog. */
  id: uuid,
  /** Display name. */
  name: z.string(),
  /** snake_case identifier; it cannot change. */
  api_name: z.string(),
  /** Internal reference. */
  reference: z.string(),
  /** Description. */
  description: z.string(),
  /** Whether the catalog is in use. */
  is_active: z.boolean(),
  ...externalIdFields,
  ...timestamps,
});

/** What creates a catalog. */
export const catalogCreateSchema = z.strictObject({
  /** Display name. */
  name: z.string(),
  /** snake_case identifier; generated when left out. It cannot change afterwards. */
  api_name: z.optional(apiName),
  /** Internal reference. */
  reference: z.optional(z.string()),
  /** Description. */
  description: z.optional(z.string()),
  /** Whether the catalog is in use; default `true`. */
  is_active: z.optional(z.boolean()),
  ...externalIdCreateFields,
});

/**
 * A catalog.
 *
 * @see Specification: *Resources and their fields, Catalog*
 */
export interface Catalog extends z.infer<typeof catalogSchema> {}
/**
 * The body of `catalogs.create`.
 *
 * @see Specification: *Endpoints, Catalogs*
 */
export interface CatalogCreate extends z.infer<typeof catalogCreateSchema> {}

/** The operations on catalogs. */
export const catalogs = {
  create: endpoint({
    ...routes.create,
    resource: 'Catalog',
    body: catalogCreateSchema,
    response: catalogSchema,
    permission: 'catalogs:write',
    errors: ['validation', 'duplicateApiName'],
  }),
  get: endpoint({
    ...routes.get,
    resource: 'Catalog',
    response: catalogSchema,
    permission: 'catalogs:read',
    errors: ['invalidId', 'notFound'],
  }),
} as const;
