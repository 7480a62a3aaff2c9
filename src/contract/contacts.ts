import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { externalIdFields, externalIdUpdateFields, openEnum, timestamps, uuid } from './fields.ts';
import { contacts as routes } from './routes.ts';

/** What a contact can be asked for. */
export const contactRoles = ['buyer', 'signer', 'billing', 'shipping', 'legal', 'admin'] as const;

/** A person at a customer. */
export const contactSchema = z.object({
  /** UUID of the contact. */
  id: uuid,
  /** UUID of the workspace that the contact belongs to. */
  workspace_id: uuid,
  /** UUID of the customer; it cannot change. */
  customer_id: uuid,
  /** Given name. */
  first_name: z.string(),
  /** Family name. */
  last_name: z.string(),
  /** E-mail address. */
  email: z.string(),
  /** Telephone number. */
  phone: z.nullable(z.string()),
  /** What the contact can be asked for: `buyer`, `signer`, `billing`, `shipping`, `legal`, `admin`. */
  role: z.array(openEnum(contactRoles)),
  ...externalIdFields,
  /** UUIDs of the addresses linked to the contact. */
  address_ids: z.array(uuid),
  ...timestamps,
});

/** What changes a contact. Only what is sent changes. */
export const contactUpdateSchema = z.strictObject({
  /** Given name. */
  first_name: z.optional(z.string()),
  /** Family name. */
  last_name: z.optional(z.string()),
  /** E-mail address. */
  email: z.optional(z.email()),
  /** Telephone number; `null` clears it. */
  phone: z.optional(z.nullable(z.string())),
  /** The roles, all of them: they replace those the contact had. */
  role: z.optional(z.array(z.enum(contactRoles))),
  ...externalIdUpdateFields,
});

/**
 * What a contact can be asked for. The specification names the values, and does not explain them.
 *
 * @useDeclaredType
 * @see Specification: *Resources and their fields, Contact*
 */
export type ContactRole = (typeof contactRoles)[number];
/**
 * A person at a customer.
 *
 * @see Specification: *Resources and their fields, Contact*
 */
export interface Contact extends z.infer<typeof contactSchema> {}
/**
 * The body of `contacts.update`.
 *
 * @see Specification: *Endpoints, Contacts*
 */
export interface ContactUpdate extends z.infer<typeof contactUpdateSchema> {}

/** The operations on contacts. */
export const contacts = {
  get: endpoint({
    ...routes.get,
    resource: 'Contact',
    response: contactSchema,
    permission: 'contacts:read',
    errors: ['invalidId', 'notFound'],
  }),
  update: endpoint({
    ...routes.update,
    resource: 'Contact',
    body: contactUpdateSchema,
    immutable: ['customer_id'],
    response: contactSchema,
    permission: 'contacts:write',
    errors: ['validation', 'invalidId', 'notFound'],
  }),
} as const;
