import * as z from 'zod/mini';
import { endpoint, type ReadonlyInput } from './endpoint.ts';
import { email, externalIdFields, externalIdUpdateFields, type Named, openEnum, timestamps, uuid } from './fields.ts';

/** The values of a contact role. */
export const contactRoles = ['buyer', 'signer', 'billing', 'shipping', 'legal', 'admin'] as const;

/** A person at a customer. */
export const contactSchema = z.object({
  /** UUID of the contact. */
  id: uuid,
  /** UUID of the workspace that the contact belongs to. */
  workspace_id: uuid,
  /** UUID of the customer; it cannot be changed. */
  customer_id: uuid,
  /** First name. */
  first_name: z.string(),
  /** Last name. */
  last_name: z.string(),
  /** Email address. */
  email: z.string(),
  /** Phone number. */
  phone: z.nullable(z.string()),
  /** Roles of the contact: `buyer`, `signer`, `billing`, `shipping`, `legal` or `admin`. */
  role: z.array(openEnum(contactRoles)),
  ...externalIdFields,
  /** UUIDs of the addresses linked to the contact. */
  address_ids: z.array(uuid),
  ...timestamps,
});

/** The body that updates a contact. Omitted fields keep their values. */
export const contactUpdateSchema = z.strictObject({
  /** First name. */
  first_name: z.optional(z.string()),
  /** Last name. */
  last_name: z.optional(z.string()),
  /** Email address. */
  email: z.optional(email),
  /** Phone number; `null` clears it. */
  phone: z.optional(z.nullable(z.string())),
  /** All roles of the contact; they replace the current roles. */
  role: z.optional(z.array(z.enum(contactRoles))),
  ...externalIdUpdateFields,
});

/**
 * A role of a contact. The specification lists the values without explaining them.
 *
 * @useDeclaredType
 * @see The specification: *Resources and their fields, Contact*
 */
export type ContactRole = (typeof contactRoles)[number];
/**
 * A person at a customer.
 *
 * @see The specification: *Resources and their fields, Contact*
 */
export interface Contact extends z.infer<typeof contactSchema> {}
/**
 * The body of `contacts.update`.
 *
 * @see The specification: *Endpoints, Contacts*
 */
export interface ContactUpdate extends ReadonlyInput<z.infer<typeof contactUpdateSchema>>, Named {}

export const contacts = {
  get: endpoint({
    response: contactSchema,
    errors: ['invalidId', 'notFound'],
  }),
  update: endpoint({
    body: contactUpdateSchema,
    immutable: ['customer_id'],
    response: contactSchema,
    errors: ['validation', 'invalidId', 'notFound'],
  }),
} as const;
