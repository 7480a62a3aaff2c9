import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { identifiers, identifiersBody, openEnum, pricingModels, timestamps, uuid } from './fields.ts';
import { prices as routes } from './routes.ts';

/** What a percentage price is a percentage of. */
export const pricePercentageTypes = ['all', 'product_type', 'product'] as const;

/** How long a recurring price binds. */
export const engagementTypes = ['forever', 'fixed_period'] as const;

/** A price, with the names and rates of the records it refers to. */
export const priceSchema = z.object({
  /** UUID of the price. */
  id: uuid,
  /** UUID of the product; it cannot change. */
  product_id: uuid,
  /** UUID of the pricebook; it cannot change. */
  pricebook_id: uuid,
  /** UUID of the currency; it cannot change. */
  currency_id: uuid,
  /** `flat`, `volume`, `graduated`, `percent`, `cost_based` or `none`. */
  pricing_model: openEnum(pricingModels),
  /**
   * The fixed price, in units of the currency, for flat pricing.
   * `null` until one is set: a new product's prices have none.
   */
  amount: z.nullable(z.number()),
  /** Tiers of volume pricing. The specification does not show what a tier holds. */
  volume_tiers: z.nullable(z.array(z.unknown())),
  /** Whether customers see the volume tiers. */
  is_volume_grid_displayed: z.boolean(),
  /** Tiers of graduated pricing. The specification does not show what a tier holds. */
  graduated_tiers: z.nullable(z.array(z.unknown())),
  /** Whether customers see the graduated tiers. */
  is_graduated_grid_displayed: z.boolean(),
  /** Percentage, 0 to 100. */
  percent: z.nullable(z.number()),
  /** What `percent` is a percentage of: `all`, `product_type` or `product`. */
  price_percentage_type: z.nullable(openEnum(pricePercentageTypes)),
  /** Factor on `cost`, for cost-based pricing. */
  cost_multiplier: z.nullable(z.number()),
  /** Base cost, in units of the currency. */
  cost: z.nullable(z.number()),
  /** The least that is accepted, in units of the currency. */
  floor_price: z.nullable(z.number()),
  /** Whether this is a setup fee. */
  is_setup: z.boolean(),
  /** Whether the product is paid as it is used. */
  is_pay_as_you_go: z.boolean(),
  /** UUID of the default tax. */
  default_tax_id: z.nullable(uuid),
  /** UUID of the billing frequency. */
  billing_frequency_id: z.nullable(uuid),
  /** How long the price binds: `forever` or `fixed_period`. */
  engagement_type: z.nullable(openEnum(engagementTypes)),
  /** Number of billing periods. */
  period_duration: z.nullable(z.number()),
  /** UUID of the price this one follows, in dynamic pricebooks. */
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
  /** Kind of the pricebook; read-only. */
  pricebook_type: z.string(),
  /** Display name of the currency; read-only. */
  currency_name: z.string(),
  /** snake_case identifier of the currency; read-only. */
  currency_api_name: z.string(),
  /** Display name of the default tax, `null` where there is none; read-only. */
  default_tax_name: z.nullable(z.string()),
  /** Rate of the default tax, `null` where there is none; read-only. */
  default_tax_rate: z.nullable(z.number()),
  /** Fixed amount of the default tax, `null` where there is none; read-only. */
  default_tax_amount: z.nullable(z.number()),
  /** Whether the default tax is a percentage, `null` where there is none; read-only. */
  default_tax_is_percentage: z.nullable(z.boolean()),
  /** How many units make a billing period, `null` where there is none; read-only. Its type is not stated. */
  billing_frequency_period: z.nullable(z.union([z.number(), z.string()])),
  /** Unit of the billing period, `null` where there is none; read-only. */
  billing_frequency_unit: z.nullable(z.string()),
});

/** What changes a price. Only what is sent changes. */
export const priceUpdateSchema = z.strictObject({
  /** `flat`, `volume`, `graduated`, `percent`, `cost_based` or `none`. */
  pricing_model: z.optional(z.enum(pricingModels)),
  /** The fixed price, in units of the currency, for flat pricing; more than 0. */
  amount: z.optional(z.number().check(z.positive('must be a positive number'))),
  /** Tiers of volume pricing; `null` clears them. The specification does not show what a tier holds. */
  volume_tiers: z.optional(z.nullable(z.array(z.unknown()))),
  /** Whether customers see the volume tiers. */
  is_volume_grid_displayed: z.optional(z.boolean()),
  /** Tiers of graduated pricing; `null` clears them. The specification does not show what a tier holds. */
  graduated_tiers: z.optional(z.nullable(z.array(z.unknown()))),
  /** Whether customers see the graduated tiers. */
  is_graduated_grid_displayed: z.optional(z.boolean()),
  /** Percentage, 0 to 100; `null` clears it. */
  percent: z.optional(
    z.nullable(z.number().check(z.minimum(0, 'must be from 0 to 100'), z.maximum(100, 'must be from 0 to 100'))),
  ),
  /** What `percent` is a percentage of; `null` clears it. */
  price_percentage_type: z.optional(z.nullable(z.enum(pricePercentageTypes))),
  /** Factor on `cost`, for cost-based pricing; `null` clears it. */
  cost_multiplier: z.optional(z.nullable(z.number())),
  /** Base cost, in units of the currency; `null` clears it. */
  cost: z.optional(z.nullable(z.number())),
  /** The least that is accepted, in units of the currency; `null` clears it. */
  floor_price: z.optional(z.nullable(z.number())),
  /** Whether this is a setup fee. */
  is_setup: z.optional(z.boolean()),
  /** Whether the product is paid as it is used. */
  is_pay_as_you_go: z.optional(z.boolean()),
  /** UUID of the default tax; `null` clears it. */
  default_tax_id: z.optional(z.nullable(uuid)),
  /** UUID of the billing frequency; `null` clears it. */
  billing_frequency_id: z.optional(z.nullable(uuid)),
  /** How long the price binds; `null` clears it. */
  engagement_type: z.optional(z.nullable(z.enum(engagementTypes))),
  /** Number of billing periods; `null` clears it. */
  period_duration: z.optional(z.nullable(z.number())),
  /** UUID of the price this one follows, in dynamic pricebooks; `null` clears it. */
  parent_price_id: z.optional(z.nullable(uuid)),
  /** Identifiers of the price in other systems. */
  identifiers: z.optional(identifiersBody),
});

/**
 * How a price is computed:
 * - `flat`: it is `amount`, the only model for which the prices of a product show one
 * - `volume`, `graduated`: by `volume_tiers` or `graduated_tiers`; the specification does not show what a tier holds
 * - `percent`: it is `percent` of what `price_percentage_type` says
 * - `cost_based`: from `cost` and `cost_multiplier`
 * - `none`: not at all
 *
 * @useDeclaredType
 * @see Specification: *Product (variant), Price entry rules in `prices`*; *Resources and their fields, Price*
 */
export type PricingModel = (typeof pricingModels)[number];
/**
 * What a percentage price is a percentage of. The specification names the values as its scope, and does not explain them.
 *
 * @useDeclaredType
 * @see Specification: *Resources and their fields, Price*
 */
export type PricePercentageType = (typeof pricePercentageTypes)[number];
/**
 * How long a price binds: `forever`, or for `period_duration` billing periods (`fixed_period`).
 *
 * @useDeclaredType
 * @see Specification: *Resources and their fields, Price*
 */
export type EngagementType = (typeof engagementTypes)[number];
/**
 * A price, with the names and rates of the records it refers to.
 *
 * @see Specification: *Resources and their fields, Price*
 */
export interface Price extends z.infer<typeof priceSchema> {}
/**
 * The body of `prices.update`.
 *
 * @see Specification: *Endpoints, Prices*
 */
export interface PriceUpdate extends z.infer<typeof priceUpdateSchema> {}

/** The operations on prices. */
export const prices = {
  update: endpoint({
    ...routes.update,
    resource: 'Price',
    body: priceUpdateSchema,
    immutable: ['product_id', 'pricebook_id', 'currency_id'],
    response: priceSchema,
    permission: 'prices:write',
    errors: ['validation', 'invalidId', 'notFound'],
  }),
} as const;
