/** The field types that several resources share. */
import * as z from 'zod/mini';
import { countryCodes } from './countries.ts';

/**
 * A value the service names today, or one it may name tomorrow: completion for the known values
 * without a type that a new one breaks.
 */
export type OpenEnum<T extends string> = T | (string & {});

/**
 * An enum in a response. The check knows only today's values, so that a new one is noticed; the type
 * admits any, so that it does no harm. TypeScript has no way to say both without the assertion.
 */
// @__NO_SIDE_EFFECTS__
export function openEnum<const T extends readonly string[]>(values: T): z.ZodMiniType<OpenEnum<T[number]>> {
  return z.enum(values) as unknown as z.ZodMiniType<OpenEnum<T[number]>>;
}

/** Any UUID: eight, four, four, four and twelve hexadecimal digits, of whichever version. */
export const uuid = z.guid();

/** A date and time as ISO 8601 writes them, with `Z` or an offset. */
export const timestamp = z.iso.datetime({ offset: true });

/** Lower-case words joined by single underscores, such as `office_chairs`. */
export const apiName = z
  .string()
  .check(
    z.regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, 'must be snake_case: lower-case letters, digits and single underscores'),
  );

/** An ISO 3166-1 alpha-2 code. */
export const country = z
  .string()
  .check(z.refine((code) => countryCodes.has(code), 'must be an ISO 3166-1 alpha-2 country code, such as "DE"'));

/** Identifiers of the same record in other systems, as a request sends them. */
export const externalIdCreateFields = {
  /** Identifier in your CRM. */
  id_crm: z.optional(z.string()),
  /** Identifier in your ERP. */
  id_erp: z.optional(z.string()),
  /** Identifier in your accounting system. */
  id_accounting: z.optional(z.string()),
};

/** The same in a PATCH, where `null` clears one. */
export const externalIdUpdateFields = {
  /** Identifier in your CRM; `null` clears it. */
  id_crm: z.optional(z.nullable(z.string())),
  /** Identifier in your ERP; `null` clears it. */
  id_erp: z.optional(z.nullable(z.string())),
  /** Identifier in your accounting system; `null` clears it. */
  id_accounting: z.optional(z.nullable(z.string())),
};

/** The same as a record carries them. */
export const externalIdFields = {
  /** Identifier in your CRM. */
  id_crm: z.nullable(z.string()),
  /** Identifier in your ERP. */
  id_erp: z.nullable(z.string()),
  /** Identifier in your accounting system. */
  id_accounting: z.nullable(z.string()),
};

/** When a record was made and last changed. */
export const timestamps = {
  /** When the record was created, ISO 8601. */
  created_at: timestamp,
  /** When the record last changed, ISO 8601. */
  updated_at: timestamp,
};

/** The `identifiers` group of products and prices, as a record carries it. */
export const identifiers = z.object({
  /** Identifier in your CRM. */
  crm: z.string(),
  /** Identifier in your ERP. */
  erp: z.string(),
  /** Identifier in your accounting system. */
  accounting: z.string(),
});

/** The `identifiers` group of products and prices, as a request sends it. */
export const identifiersBody = z.strictObject({
  /** Identifier in your CRM. Wire key: `identifiers[crm]`. */
  crm: z.optional(z.string()),
  /** Identifier in your ERP. Wire key: `identifiers[erp]`. */
  erp: z.optional(z.string()),
  /** Identifier in your accounting system. Wire key: `identifiers[accounting]`. */
  accounting: z.optional(z.string()),
});

/** How a product is billed. */
export const recurrenceTypes = ['one_off', 'recurring'] as const;

/** How a price is computed. */
export const pricingModels = ['flat', 'volume', 'graduated', 'percent', 'cost_based', 'none'] as const;

/** A record whose fields the specification does not show. */
export const unknownRecord = z.record(z.string(), z.unknown());
