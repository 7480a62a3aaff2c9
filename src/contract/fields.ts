import * as z from 'zod/mini';
import { isTimestamp } from './timestamp.ts';

/**
 * A known value or any other string. Editors complete the known values, and new values of the service do not break the
 * type.
 */
export type OpenEnum<T extends string> = T | (string & {});

/**
 * An enum in a response. Validation accepts only the known values, so a new value is reported, but the client throws
 * no error for it. The type accepts any string, so a new value breaks nothing. TypeScript cannot express both without
 * the assertion.
 */
// @__NO_SIDE_EFFECTS__
export function openEnum<const T extends readonly string[]>(values: T): z.ZodMiniType<OpenEnum<T[number]>> {
  return z.enum(values) as unknown as z.ZodMiniType<OpenEnum<T[number]>>;
}

/**
 * The second base of each body type. TypeScript shows an interface that only extends one type as that type: with a
 * second base, messages say `ProductUpdate` and do not list its fields.
 */
export type Named = Record<never, never>;

/** A UUID of any version. */
export const uuid = z.guid();

/** An ISO 8601 date and time. Without an offset, it is in UTC. */
export const timestamp = z.stringFormat('datetime', isTimestamp);

/**
 * An email address: one `@` between two parts without white space. The specification states no more, and zod's own
 * pattern rejects `r&d@example.com` and `info@müller.example`.
 */
export const email = z.stringFormat('email', /^[^\s@]+@[^\s@]+$/);

/** A URL with a scheme. */
export const url = z.stringFormat('url', (text) => URL.canParse(text));

/** A snake_case identifier, such as `office_chairs`. */
export const apiName = z
  .string()
  .check(
    z.regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, 'must be snake_case: lower-case letters, digits and single underscores'),
  );

/** Identifiers in other systems, as the body of a POST has them. */
export const externalIdCreateFields = {
  /** Identifier in your CRM. */
  id_crm: z.optional(z.string()),
  /** Identifier in your ERP. */
  id_erp: z.optional(z.string()),
  /** Identifier in your accounting system. */
  id_accounting: z.optional(z.string()),
};

/** Identifiers in other systems, as the body of a PATCH has them. */
export const externalIdUpdateFields = {
  /** Identifier in your CRM; `null` clears it. */
  id_crm: z.optional(z.nullable(z.string())),
  /** Identifier in your ERP; `null` clears it. */
  id_erp: z.optional(z.nullable(z.string())),
  /** Identifier in your accounting system; `null` clears it. */
  id_accounting: z.optional(z.nullable(z.string())),
};

/** Identifiers in other systems, as a record has them. */
export const externalIdFields = {
  /** Identifier in your CRM. */
  id_crm: z.nullable(z.string()),
  /** Identifier in your ERP. */
  id_erp: z.nullable(z.string()),
  /** Identifier in your accounting system. */
  id_accounting: z.nullable(z.string()),
};

export const timestamps = {
  /** Creation time, ISO 8601. */
  created_at: timestamp,
  /** Time of the last change, ISO 8601. */
  updated_at: timestamp,
};

/** The `identifiers` group of products and prices, as a record has it. */
export const identifiers = z.object({
  /** Identifier in your CRM. */
  crm: z.string(),
  /** Identifier in your ERP. */
  erp: z.string(),
  /** Identifier in your accounting system. */
  accounting: z.string(),
});

/** The `identifiers` group of products and prices, as a request body has it. */
export const identifiersBody = z.strictObject({
  /** Identifier in your CRM. Wire key: `identifiers[crm]`. */
  crm: z.optional(z.string()),
  /** Identifier in your ERP. Wire key: `identifiers[erp]`. */
  erp: z.optional(z.string()),
  /** Identifier in your accounting system. Wire key: `identifiers[accounting]`. */
  accounting: z.optional(z.string()),
});

/** The values of a recurrence type. */
export const recurrenceTypes = ['one_off', 'recurring'] as const;

/** The values of a pricing model. */
export const pricingModels = ['flat', 'volume', 'graduated', 'percent', 'cost_based', 'none'] as const;

/** A record whose fields the specification does not document. */
export const unknownRecord = z.looseObject({});

/** Returns the schema of a successful response: `{ success: true, data }`. */
// @__NO_SIDE_EFFECTS__
export function envelope<const Data extends z.ZodMiniType>(data: Data) {
  return z.object({
    /** Always `true`. */
    success: z.literal(true),
    /** The record, or the array of records. */
    data,
  });
}
