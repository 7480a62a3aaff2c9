import * as z from 'zod/mini';
import { country } from './country-codes.ts';
import { endpoint, type ReadonlyInput } from './endpoint.ts';
import {
  externalIdCreateFields,
  externalIdFields,
  externalIdUpdateFields,
  type Named,
  openEnum,
  timestamps,
  uuid,
} from './fields.ts';

/** The values of an address type. */
export const addressTypes = ['billing', 'shipping'] as const;

const idField = {
  /** UUID of the address. */
  id: uuid,
};

const addressFields = {
  /** UUID of the customer; it cannot be changed. */
  customer_id: uuid,
  /** `billing` or `shipping`. */
  type: openEnum(addressTypes),
  /** A label, such as `Head office`. */
  name: z.nullable(z.string()),
  /** Street and number. */
  address_line1: z.string(),
  /** Second address line. */
  address_line2: z.nullable(z.string()),
  /** City. */
  city: z.string(),
  /** State or region. */
  state: z.nullable(z.string()),
  /** Postal code. */
  postal_code: z.string(),
  /** ISO 3166-1 alpha-2 country code, such as `DE`. */
  country: z.string(),
  /** UUID of the contact at this address. */
  contact_id: z.nullable(uuid),
  /** Internal comment. */
  comment: z.nullable(z.string()),
  ...externalIdFields,
  ...timestamps,
};

/** An address, as Create and List return it: with `workspace_id`. */
export const addressListItemSchema = z.object({
  ...idField,
  /** UUID of the workspace that the address belongs to. */
  workspace_id: uuid,
  ...addressFields,
});

/** An address as Get and Update return it: without `workspace_id`. */
export const addressSchema = z.object({ ...idField, ...addressFields });

/** The body that creates an address. */
export const addressCreateSchema = z.strictObject({
  /** UUID of the customer; it cannot be changed later. */
  customer_id: uuid,
  /** `billing` or `shipping`. */
  type: z.enum(addressTypes),
  /** Street and number. */
  address_line1: z.string(),
  /** City. */
  city: z.string(),
  /** Postal code. */
  postal_code: z.string(),
  /** ISO 3166-1 alpha-2 country code, such as `DE`. */
  country,
  /** A label, such as `Head office`. */
  name: z.optional(z.string()),
  /** Second address line. */
  address_line2: z.optional(z.string()),
  /** State or region. */
  state: z.optional(z.string()),
  /** UUID of the contact at this address. */
  contact_id: z.optional(uuid),
  /** Internal comment. */
  comment: z.optional(z.string()),
  ...externalIdCreateFields,
});

/** The body that updates an address. Omitted fields keep their values. */
export const addressUpdateSchema = z.strictObject({
  /** `billing` or `shipping`. */
  type: z.optional(z.enum(addressTypes)),
  /** Street and number. */
  address_line1: z.optional(z.string()),
  /** City. */
  city: z.optional(z.string()),
  /** Postal code. */
  postal_code: z.optional(z.string()),
  /** ISO 3166-1 alpha-2 country code, such as `DE`. */
  country: z.optional(country),
  /** A label; `null` clears it. */
  name: z.optional(z.nullable(z.string())),
  /** Second address line; `null` clears it. */
  address_line2: z.optional(z.nullable(z.string())),
  /** State or region; `null` clears it. */
  state: z.optional(z.nullable(z.string())),
  /** UUID of the contact at this address; `null` removes the link. */
  contact_id: z.optional(z.nullable(uuid)),
  /** Internal comment; `null` clears it. */
  comment: z.optional(z.nullable(z.string())),
  ...externalIdUpdateFields,
});

/** The query of the address list. */
export const addressListQuerySchema = z.object({
  /** UUID of a customer. The list then contains only the addresses of this customer. */
  customer_id: z.optional(uuid),
});

/**
 * The purpose of an address: `billing` or `shipping`.
 *
 * @useDeclaredType
 * @see The specification: *Resources and their fields, Address*
 */
export type AddressType = (typeof addressTypes)[number];
/**
 * An address, as `addresses.get` and `addresses.update` return it: without `workspace_id`.
 *
 * @see The specification: *Resources and their fields, Address*
 */
export interface Address extends z.infer<typeof addressSchema> {}
/**
 * An address, as `addresses.create` and `addresses.list` return it: with `workspace_id`.
 *
 * @see The specification: *Resources and their fields, Address*
 */
export interface AddressListItem extends z.infer<typeof addressListItemSchema> {}
/**
 * The body of `addresses.create`.
 *
 * @see The specification: *Endpoints, Addresses*
 */
export interface AddressCreate extends ReadonlyInput<z.infer<typeof addressCreateSchema>>, Named {}
/**
 * The body of `addresses.update`.
 *
 * @see The specification: *Endpoints, Addresses*
 */
export interface AddressUpdate extends ReadonlyInput<z.infer<typeof addressUpdateSchema>>, Named {}
/**
 * The query of `addresses.list`.
 *
 * @see The specification: *Endpoints, Addresses*
 */
export interface AddressListQuery extends ReadonlyInput<z.infer<typeof addressListQuerySchema>>, Named {}

export const addresses = {
  create: endpoint({
    body: addressCreateSchema,
    response: addressListItemSchema,
    errors: ['validation'],
  }),
  list: endpoint({
    query: addressListQuerySchema,
    response: z.array(addressListItemSchema),
    errors: ['validation'],
  }),
  get: endpoint({
    response: addressSchema,
    errors: ['invalidId', 'notFound'],
  }),
  update: endpoint({
    body: addressUpdateSchema,
    immutable: ['customer_id'],
    response: addressSchema,
    errors: ['validation', 'invalidId', 'notFound'],
  }),
} as const;
