import * as z from 'zod/mini';
import { endpoint, type ReadonlyInput } from './endpoint.ts';
import {
  apiName,
  externalIdCreateFields,
  externalIdFields,
  type Named,
  openEnum,
  recurrenceTypes,
  timestamps,
  unknownRecord,
  uuid,
} from './fields.ts';

const linkFields = {
  /** UUID of the product parent. */
  id: uuid,
  /** UUIDs of the linked catalogs. */
  catalog_ids: z.array(uuid),
};

const productParentFields = {
  /** Display name. */
  name: z.string(),
  /** snake_case identifier, unique; it cannot be changed. */
  api_name: z.string(),
  /** Billing model: `one_off` or `recurring`. */
  recurrence_type: openEnum(recurrenceTypes),
  /** Internal reference. */
  reference: z.string(),
  /** Description. */
  description: z.string(),
  /** Whether the product parent is active. */
  is_active: z.boolean(),
  ...externalIdFields,
  ...timestamps,
};

/** A product parent, as List returns it: the master that its variants share. */
export const productParentSchema = z.object({
  ...linkFields,
  /** UUIDs of the products (variants). */
  product_ids: z.array(uuid),
  ...productParentFields,
});

/** A product parent, as Create returns it: without `product_ids`. */
export const createdProductParentSchema = z.object({ ...linkFields, ...productParentFields });

/** The body that creates a product parent. */
export const productParentCreateSchema = z.strictObject({
  /** snake_case identifier, unique; it cannot be changed later. */
  api_name: apiName,
  /** Billing model: `one_off` or `recurring`. */
  recurrence_type: z.enum(recurrenceTypes),
  /** Display name. */
  name: z.string(),
  /** Internal reference. */
  reference: z.optional(z.string()),
  /** Description. */
  description: z.optional(z.string()),
  /** Whether the product parent is active. Default `true`. */
  is_active: z.optional(z.boolean()),
  ...externalIdCreateFields,
});

/** A product, as `productParents.getProduct` returns it. The specification documents none of its fields. */
export const productOfParentSchema = unknownRecord;

/**
 * The billing model: paid once (`one_off`) or repeatedly (`recurring`).
 *
 * @useDeclaredType
 * @see The specification: *Resources and their fields, Product parent*
 */
export type RecurrenceType = (typeof recurrenceTypes)[number];
/**
 * A product parent, as `productParents.list` returns it.
 *
 * @see The specification: *Resources and their fields, Product parent*
 */
export interface ProductParent extends z.infer<typeof productParentSchema> {}
/**
 * A product parent, as `productParents.create` returns it: without `product_ids`.
 *
 * @see The specification: *Resources and their fields, Product parent*
 */
export interface CreatedProductParent extends z.infer<typeof createdProductParentSchema> {}
/**
 * The body of `productParents.create`.
 *
 * @see The specification: *Endpoints, Product parents*
 */
export interface ProductParentCreate extends ReadonlyInput<z.infer<typeof productParentCreateSchema>>, Named {}
/**
 * A product, as `productParents.getProduct` returns it. The specification documents none of its fields.
 *
 * @see The specification: *Endpoints, Gaps*
 */
export interface ProductOfParent extends z.infer<typeof productOfParentSchema> {}

export const productParents = {
  create: endpoint({
    body: productParentCreateSchema,
    response: createdProductParentSchema,
    errors: ['validation', 'duplicateApiName'],
  }),
  list: endpoint({
    response: z.array(productParentSchema),
    errors: [],
  }),
  getProduct: endpoint({
    response: productOfParentSchema,
    errors: ['invalidId', 'notFound'],
  }),
} as const;
