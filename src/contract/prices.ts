import * as z from 'zod/mini';
import { endpoint, type ReadonlyInput } from './endpoint.ts';
import { identifiers, identifiersBody, type Named, openEnum, pricingModels, timestamps, uuid } from './fields.ts';

/** The values of a price percentage type. */
export const pricePercentageTypes = ['all', 'product_type', 'product'] as const;

/** The values of an engagement type. */
export const engagementTypes = ['forever', 'fixed_period'] as const;

/** A price, with the names and rates of the records it refers to. */
export const priceSchema = z.object({
  /** UUID of the price. */
  id: uuid,
  /** UUID of the product; it cannot be changed. */
  product_id: uuid,
  /** UUID of the pricebook; it cannot be changed. */
  pricebook_id: uuid,
  /** UUID of the currency; it cannot be changed. */
  currency_id: uuid,
  /** `flat`, `volume`, `graduated`, `percent`, `cost_based` or `none`. */
  pricing_model: openEnum(pricingModels),
  /** The fixed price for flat pricing, in units of the currency; `null` until it is set, as in a new product. */
  amount: z.nullable(z.number()),
  /** Tiers of volume pricing. The specification does not document the fields of a tier. */
  volume_tiers: z.nullable(z.array(z.unknown())),
  /** Whether customers see the volume tiers. */
  is_volume_grid_displayed: z.boolean(),
  /** Tiers of graduated pricing. The specification does not document the fields of a tier. */
  graduated_tiers: z.nullable(z.array(z.unknown())),
  /** Whether customers see the graduated tiers. */
  is_graduated_grid_displayed: z.boolean(),
  /** Percentage, from 0 to 100. */
  percent: z.nullable(z.number()),
  /** The base of `percent`: `all`, `product_type` or `product`. */
  price_percentage_type: z.nullable(openEnum(pricePercentageTypes)),
  /** Multiplier of `cost` for cost-based pricing. */
  cost_multiplier: z.nullable(z.number()),
  /** Base cost, in units of the currency. */
  cost: z.nullable(z.number()),
  /** Minimum price, in units of the currency. */
  floor_price: z.nullable(z.number()),
  /** Whether this is a setup fee. */
  is_setup: z.boolean(),
  /** Whether the product is billed by usage. */
  is_pay_as_you_go: z.boolean(),
  /** UUID of the default tax. */
  default_tax_id: z.nullable(uuid),
  /** UUID of the billing frequency. */
  billing_frequency_id: z.nullable(uuid),
  /** Length of the commitment: `forever` or `fixed_period`. */
  engagement_type: z.nullable(openEnum(engagementTypes)),
  /** Number of billing periods. */
  period_duration: z.nullable(z.number()),
  /** UUID of the price that this price is derived from, in dynamic pricebooks. */
  parent_price_id: z.nullable(uuid),
  /** Identifiers of the price in other systems. */
  identifiers,
  /** UUID of the workspace that the price belongs to. */
  workspace_id: uuid,
  ...timestamps,
  /** Display name of the product; read-only. */
  product_variant_name: z.string(),
  /** Display name of the pricebook; read-only. */
  pricebook_name: z.string(),
  /** Type of the pricebook; read-only. */
  pricebook_type: z.string(),
  /** Display name of the currency; read-only. */
  currency_name: z.string(),
  /** snake_case identifier of the currency; read-only. */
  currency_api_name: z.string(),
  /** Display name of the default tax, `null` if there is none; read-only. */
  default_tax_name: z.nullable(z.string()),
  /** Rate of the default tax, `null` if there is none; read-only. */
  default_tax_rate: z.nullable(z.number()),
  /** Fixed amount of the default tax, `null` if there is none; read-only. */
  default_tax_amount: z.nullable(z.number()),
  /** Whether the default tax is a percentage; `null` if there is none; read-only. */
  default_tax_is_percentage: z.nullable(z.boolean()),
  /** Number of units in a billing period, `null` if there is none; read-only. The specification states no type. */
  billing_frequency_period: z.nullable(z.union([z.number(), z.string()])),
  /** Unit of the billing period, `null` if there is none; read-only. */
  billing_frequency_unit: z.nullable(z.string()),
});

/** The body that updates a price. Omitted fields keep their values. */
export const priceUpdateSchema = z.strictObject({
  /** `flat`, `volume`, `graduated`, `percent`, `cost_based` or `none`. */
  pricing_model: z.optional(z.enum(pricingModels)),
  /** The fixed price for flat pricing, in units of the currency; greater than 0. */
  amount: z.optional(z.number().check(z.positive('must be a positive number'))),
  /** Tiers of volume pricing; `null` clears them. The specification does not document the fields of a tier. */
  volume_tiers: z.optional(z.nullable(z.array(z.unknown()))),
  /** Whether customers see the volume tiers. */
  is_volume_grid_displayed: z.optional(z.boolean()),
  /** Tiers of graduated pricing; `null` clears them. The specification does not document the fields of a tier. */
  graduated_tiers: z.optional(z.nullable(z.array(z.unknown()))),
  /** Whether customers see the graduated tiers. */
  is_graduated_grid_displayed: z.optional(z.boolean()),
  /** Percentage, from 0 to 100; `null` clears it. */
  percent: z.optional(
    z.nullable(z.number().check(z.minimum(0, 'must be from 0 to 100'), z.maximum(100, 'must be from 0 to 100'))),
  ),
  /** The base of `percent`; `null` clears it. */
  price_percentage_type: z.optional(z.nullable(z.enum(pricePercentageTypes))),
  /** Multiplier of `cost` for cost-based pricing; `null` clears it. */
  cost_multiplier: z.optional(z.nullable(z.number())),
  /** Base cost, in units of the currency; `null` clears it. */
  cost: z.optional(z.nullable(z.number())),
  /** Minimum price, in units of the currency; `null` clears it. */
  floor_price: z.optional(z.nullable(z.number())),
  /** Whether this is a setup fee. */
  is_setup: z.optional(z.boolean()),
  /** Whether the product is billed by usage. */
  is_pay_as_you_go: z.optional(z.boolean()),
  /** UUID of the default tax; `null` clears it. */
  default_tax_id: z.optional(z.nullable(uuid)),
  /** UUID of the billing frequency; `null` clears it. */
  billing_frequency_id: z.optional(z.nullable(uuid)),
  /** Length of the commitment; `null` clears it. */
  engagement_type: z.optional(z.nullable(z.enum(engagementTypes))),
  /** Number of billing periods; `null` clears it. */
  period_duration: z.optional(z.nullable(z.number())),
  /** UUID of the price that this price is derived from, in dynamic pricebooks; `null` clears it. */
  parent_price_id: z.optional(z.nullable(uuid)),
  /** Identifiers of the price in other systems. */
  identifiers: z.optional(identifiersBody),
});

/**
 * The rule that computes a price:
 * - `flat`: the price is `amount`. Only this model shows an amount in the prices of a product.
 * - `volume`, `graduated`: the price comes from `volume_tiers` or `graduated_tiers`. The specification does not
 *   document the fields of a tier.
 * - `percent`: the price is `percent` of the base that `price_percentage_type` names.
 * - `cost_based`: the price is computed from `cost` and `cost_multiplier`.
 * - `none`: there is no price.
 *
 * @useDeclaredType
 * @see The specification: *Product (variant), Price entry rules in `prices`*; *Resources and their fields, Price*
 */
export type PricingModel = (typeof pricingModels)[number];
/**
 * The base of a percentage price. The specification lists the values as its scope without explaining them.
 *
 * @useDeclaredType
 * @see The specification: *Resources and their fields, Price*
 */
export type PricePercentageType = (typeof pricePercentageTypes)[number];
/**
 * The length of a commitment: `forever`, or `period_duration` billing periods (`fixed_period`).
 *
 * @useDeclaredType
 * @see The specification: *Resources and their fields, Price*
 */
export type EngagementType = (typeof engagementTypes)[number];
/**
 * A price, with the names and rates of the records it refers to.
 *
 * @see The specification: *Resources and their fields, Price*
 */
export interface Price extends z.infer<typeof priceSchema> {}
/**
 * The body of `prices.update`.
 *
 * @see The specification: *Endpoints, Prices*
 */
export interface PriceUpdate extends ReadonlyInput<z.infer<typeof priceUpdateSchema>>, Named {}

export const prices = {
  update: endpoint({
    body: priceUpdateSchema,
    immutable: ['product_id', 'pricebook_id', 'currency_id'],
    response: priceSchema,
    errors: ['validation', 'invalidId', 'notFound'],
  }),
} as const;
