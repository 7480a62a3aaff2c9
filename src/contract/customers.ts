import * as z from 'zod/mini';
import { endpoint, type ReadonlyInput } from './endpoint.ts';
import { externalIdCreateFields, externalIdFields, type Named, openEnum, timestamps, url, uuid } from './fields.ts';

/** The values of a customer type. */
export const customerTypes = ['company', 'individual'] as const;

/** A tax registration of a customer. */
export const taxIdSchema = z.object({
  /** Kind of registration, such as `eu_vat`. */
  tax: z.string(),
  /** Registration number, such as `DE123456789`. */
  tax_value: z.string(),
});

const customerFields = {
  /** UUID of the customer. */
  id: uuid,
  /** UUID of the workspace that the customer belongs to. */
  workspace_id: uuid,
  /** Display name. */
  name: z.string(),
  /** `company` or `individual`. */
  type: openEnum(customerTypes),
  /** UUID of the customer's segment; `null` if there is none. */
  segment_id: z.nullable(uuid),
  /** URL of the logo. */
  logo: z.nullable(z.string()),
};

const taxFields = {
  /** Tax registrations. */
  tax_ids: z.array(taxIdSchema),
};

const linkFields = {
  /** UUIDs of the contacts linked to the customer. */
  contact_ids: z.array(uuid),
  /** UUIDs of the addresses linked to the customer. */
  address_ids: z.array(uuid),
};

/** A customer, as Get returns it. */
export const customerSchema = z.object({
  ...customerFields,
  ...taxFields,
  ...externalIdFields,
  ...linkFields,
  ...timestamps,
});

/** A customer, as List returns it: without `tax_ids`. */
export const customerListItemSchema = z.object({
  ...customerFields,
  ...externalIdFields,
  ...linkFields,
  ...timestamps,
});

/** A customer, as Create returns it: without `contact_ids` and `address_ids`. */
export const createdCustomerSchema = z.object({
  ...customerFields,
  ...taxFields,
  ...externalIdFields,
  ...timestamps,
});

/** The body that creates a customer. */
export const customerCreateSchema = z.strictObject({
  /** Display name. */
  name: z.string(),
  /** `company` or `individual`. */
  type: z.enum(customerTypes),
  /** UUID of a segment. */
  segment_id: z.optional(uuid),
  /** URL of the logo. */
  logo: z.optional(url),
  /** Tax registrations. Each needs both `tax` and `tax_value`. */
  tax_ids: z.optional(
    z.array(
      z.strictObject({
        /** Kind of registration, such as `eu_vat`. */
        tax: z.string(),
        /** Registration number, such as `DE123456789`. */
        tax_value: z.string(),
      }),
    ),
  ),
  ...externalIdCreateFields,
});

/**
 * The type of a customer: `company` or `individual`.
 *
 * @useDeclaredType
 * @see The specification: *Resources and their fields, Customer*
 */
export type CustomerType = (typeof customerTypes)[number];
/** A tax registration of a customer. */
export interface TaxId extends z.infer<typeof taxIdSchema> {}
/**
 * A customer, as `customers.get` returns it.
 *
 * @see The specification: *Resources and their fields, Customer*
 */
export interface Customer extends z.infer<typeof customerSchema> {}
/**
 * A customer, as `customers.list` returns it: without `tax_ids`.
 *
 * @see The specification: *Resources and their fields, Customer*
 */
export interface CustomerListItem extends z.infer<typeof customerListItemSchema> {}
/**
 * A customer, as `customers.create` returns it: without `contact_ids` and `address_ids`.
 *
 * @see The specification: *Resources and their fields, Customer*
 */
export interface CreatedCustomer extends z.infer<typeof createdCustomerSchema> {}
/**
 * The body of `customers.create`.
 *
 * @see The specification: *Endpoints, Customers*
 */
export interface CustomerCreate extends ReadonlyInput<z.infer<typeof customerCreateSchema>>, Named {}

export const customers = {
  create: endpoint({
    body: customerCreateSchema,
    response: createdCustomerSchema,
    errors: ['validation'],
  }),
  list: endpoint({
    response: z.array(customerListItemSchema),
    errors: [],
  }),
  get: endpoint({
    response: customerSchema,
    errors: ['invalidId', 'notFound'],
  }),
} as const;
