import * as z from 'zod/mini';
import { endpoint, type ReadonlyInput } from './endpoint.ts';
import {
  apiName,
  identifiers,
  identifiersBody,
  type Named,
  openEnum,
  pricingModels,
  recurrenceTypes,
  timestamps,
  uuid,
} from './fields.ts';

/** A link to a catalog or category. */
export const productLinkSchema = z.object({
  /** UUID of the catalog or category. */
  id: uuid,
  /** snake_case identifier of the catalog or category. */
  api_name: z.string(),
});

const settingsFields = {
  /** Number of units in a pack. */
  unit_per_pack: z.number(),
  /** Type of the product. */
  product_type: z.string(),
  /** Unit of measure, such as `piece` or `hour`. */
  unit_of_measure: z.string(),
  /** Billing model of the parent: `one_off` or `recurring`. */
  recurrence_type: openEnum(recurrenceTypes),
};

/** The settings of a product, as Get and Update return them. */
export const productSettingsSchema = z.object({
  ...settingsFields,
  /** Language of the texts, such as a two-letter code. */
  language_code: z.string(),
});

/** The settings of a product, as Create returns them. */
export const createdProductSettingsSchema = z.object({
  ...settingsFields,
  /** Identifier of the language of the texts. */
  language_id: z.string(),
});

/** Shipping measures. */
export const productShippingSchema = z.object({
  /** Weight, in `weight_unit`. */
  weight: z.nullable(z.number()),
  /** Unit of `weight`: `kg` or `lbs`. */
  weight_unit: z.nullable(z.string()),
  /** Height, in `length_unit`. */
  height: z.nullable(z.number()),
  /** Length, in `length_unit`. */
  length: z.nullable(z.number()),
  /** Width, in `length_unit`. */
  width: z.nullable(z.number()),
  /** Unit of `height`, `length` and `width`, such as `cm` or `in`. */
  length_unit: z.nullable(z.string()),
  /** Country of origin. */
  country_of_origin: z.nullable(z.string()),
  /** Customs tariff code. */
  harmonized_system_code: z.nullable(z.string()),
});

/** An option value of a variant, such as color: red. */
export const productOptionSchema = z.object({
  /** Identifier of the option. */
  option_id: z.string(),
  /** Display name of the option. */
  option_name: z.string(),
  /** snake_case identifier of the option. */
  option_api_name: z.string(),
  /** Identifier of the value. */
  value_id: z.string(),
  /** Display name of the value. */
  value_name: z.string(),
  /** snake_case identifier of the value. */
  value_api_name: z.string(),
});

const priceFields = {
  /** UUID of the price. Pass it to `prices.update`. */
  id: uuid,
  /** UUID of the pricebook. */
  pricebook_id: uuid,
  /** snake_case identifier of the pricebook. */
  pricebook_api_name: z.string(),
};

/** A price of a product, as Create returns it. */
export const createdProductPriceSchema = z.object(priceFields);

/** A price of a product, as Get and Update return it. */
export const productPriceSchema = z.object({
  ...priceFields,
  /** `flat`, `volume`, `graduated`, `percent`, `cost_based` or `none`. */
  pricing_model: openEnum(pricingModels),
  /** The price if `pricing_model` is `flat`, otherwise `null`. */
  amount: z.nullable(z.number()),
});

const productFields = {
  /** UUID of the product. */
  id: uuid,
  /** UUID of the product parent. */
  product_parent_id: uuid,
  /** UUID of the workspace that the product belongs to. */
  workspace_id: uuid,
  /** Display name, combined from the name of the parent and the options of the variant. */
  name: z.string(),
  /** snake_case identifier; it cannot be changed. */
  api_name: z.string(),
  /** Internal reference. */
  reference: z.string(),
  /** Description. */
  description: z.string(),
  /** Whether the description is inherited from the parent. */
  description_inherit_from_product: z.boolean(),
  /** Whether the primary image is inherited from the parent. */
  primary_image_inherit_from_product: z.boolean(),
  /** Whether the product is active. */
  is_active: z.boolean(),
  /** Whether this is the default product of its parent. */
  is_default: z.boolean(),
  /** Shipping measures. */
  shipping: productShippingSchema,
  /** Inventory. */
  inventory: z.object({
    /** Stock keeping unit. */
    sku: z.string(),
  }),
  /** Identifiers of the product in other systems. */
  identifiers,
  /** Accounting. */
  accounting: z.object({
    /** Ledger account for sales. */
    ledger_account: z.string(),
  }),
  /**
   * UUID of the product's own image. If it is `null` and `primary_image_inherit_from_product` is true,
   * `parent_primary_image_id` is the effective image.
   */
  primary_image_id: z.nullable(uuid),
  /** UUID of the image of the parent; read-only. */
  parent_primary_image_id: z.nullable(uuid),
  /** Option values of the variant. */
  options: z.array(productOptionSchema),
  ...timestamps,
};

const updatedProductFields = {
  ...productFields,
  /** Catalogs linked to the parent. */
  catalogs: z.array(productLinkSchema),
  /** Categories linked to the parent. */
  categories: z.array(productLinkSchema),
  /** Settings. */
  settings: productSettingsSchema,
  /** Prices, one for each pricebook. */
  prices: z.array(productPriceSchema),
};

/** A product, as Update returns it. */
export const updatedProductSchema = z.object(updatedProductFields);

/** A product, as Get returns it: with `created_by` and `updated_by`. */
export const productSchema = z.object({
  ...updatedProductFields,
  /** User who created the product. */
  created_by: z.string(),
  /** User who last changed the product. */
  updated_by: z.string(),
});

/** A product, as Create returns it: links as lists of UUIDs, `language_id`, prices without amounts. */
export const createdProductSchema = z.object({
  ...productFields,
  /** UUIDs of the catalogs linked to the parent. */
  catalog_ids: z.array(uuid),
  /** UUIDs of the categories linked to the parent. */
  category_ids: z.array(uuid),
  /** UUIDs of the products of the parent. */
  product_ids: z.array(uuid),
  /** Settings. */
  settings: createdProductSettingsSchema,
  /** Prices, one for each pricebook, without amounts. `products.get` returns the amounts. */
  prices: z.array(createdProductPriceSchema),
});

const inventoryBody = z.strictObject({
  /** Stock keeping unit. Wire key: `inventory[sku]`. */
  sku: z.optional(z.string()),
});
const settingsBody = z.strictObject({
  /** Number of units in a pack. Wire key: `settings[unit_per_pack]`. */
  unit_per_pack: z.optional(z.number()),
});
const accountingBody = z.strictObject({
  /** Ledger account for sales. Wire key: `accounting[ledger_account]`. */
  ledger_account: z.optional(z.string()),
});

/** The body that creates a product parent and its default product. */
export const productCreateSchema = z.strictObject({
  /** snake_case identifier, unique; it cannot be changed later. */
  api_name: apiName,
  /** Billing model: `one_off` or `recurring`. */
  recurrence_type: z.enum(recurrenceTypes),
  /** Display name, at least 2 characters. */
  name: z.string().check(z.minLength(2, 'must be at least 2 characters')),
  /** Internal reference. */
  reference: z.optional(z.string()),
  /** Description. */
  description: z.optional(z.string()),
  /** Whether the product is active. Default `true`. */
  is_active: z.optional(z.boolean()),
  /** UUIDs of the catalogs to link the parent to. */
  catalog_ids: z.optional(z.array(uuid)),
  /** UUIDs of the categories to link the parent to. */
  category_ids: z.optional(z.array(uuid)),
  /** Inventory. */
  inventory: z.optional(inventoryBody),
  /** Settings. */
  settings: z.optional(settingsBody),
  /** Accounting. */
  accounting: z.optional(accountingBody),
  /** Identifiers of the product in other systems. */
  identifiers: z.optional(identifiersBody),
  /** Shipping measures. */
  shipping: z.optional(
    z.strictObject({
      /** Weight, in `weight_unit`. Wire key: `shipping[weight]`. */
      weight: z.optional(z.number()),
      /** Unit of `weight`: `kg` or `lbs`. Wire key: `shipping[weight_unit]`. */
      weight_unit: z.optional(z.string()),
      /** Height, in `length_unit`. Wire key: `shipping[height]`. */
      height: z.optional(z.number()),
      /** Length, in `length_unit`. Wire key: `shipping[length]`. */
      length: z.optional(z.number()),
      /** Width, in `length_unit`. Wire key: `shipping[width]`. */
      width: z.optional(z.number()),
      /** Unit of `height`, `length` and `width`. Wire key: `shipping[length_unit]`. */
      length_unit: z.optional(z.string()),
      /** Country of origin. Wire key: `shipping[country_of_origin]`. */
      country_of_origin: z.optional(z.string()),
      /** Customs tariff code. Wire key: `shipping[harmonized_system_code]`. */
      harmonized_system_code: z.optional(z.string()),
    }),
  ),
});

/** The body that updates a product. Omitted fields keep their values. */
export const productUpdateSchema = z.strictObject({
  /** Display name, at least 2 characters. */
  name: z.optional(z.string().check(z.minLength(2, 'must be at least 2 characters'))),
  /** Description. */
  description: z.optional(z.string()),
  /** Internal reference. */
  reference: z.optional(z.string()),
  /** Whether the description is inherited from the parent. */
  description_inherit_from_product: z.optional(z.boolean()),
  /** Whether the primary image is inherited from the parent. */
  primary_image_inherit_from_product: z.optional(z.boolean()),
  /** Whether the product is active. */
  is_active: z.optional(z.boolean()),
  /** UUIDs of all linked categories; they replace the current links. */
  category_ids: z.optional(z.array(uuid)),
  /** UUID of the product's own image; `null` removes it. */
  primary_image_id: z.optional(z.nullable(uuid)),
  /** Inventory. */
  inventory: z.optional(inventoryBody),
  /** Settings. */
  settings: z.optional(settingsBody),
  /** Accounting. */
  accounting: z.optional(accountingBody),
  /** Identifiers of the product in other systems. */
  identifiers: z.optional(identifiersBody),
  /** Shipping measures; `null` clears a measure. */
  shipping: z.optional(
    z.strictObject({
      /** Weight, in `weight_unit`; `null` clears it. Wire key: `shipping[weight]`. */
      weight: z.optional(z.nullable(z.number())),
      /** Unit of `weight`: `kg` or `lbs`; `null` clears it. Wire key: `shipping[weight_unit]`. */
      weight_unit: z.optional(z.nullable(z.string())),
      /** Height, in `length_unit`; `null` clears it. Wire key: `shipping[height]`. */
      height: z.optional(z.nullable(z.number())),
      /** Length, in `length_unit`; `null` clears it. Wire key: `shipping[length]`. */
      length: z.optional(z.nullable(z.number())),
      /** Width, in `length_unit`; `null` clears it. Wire key: `shipping[width]`. */
      width: z.optional(z.nullable(z.number())),
      /** Unit of `height`, `length` and `width`; `null` clears it. Wire key: `shipping[length_unit]`. */
      length_unit: z.optional(z.nullable(z.string())),
      /** Country of origin; `null` clears it. Wire key: `shipping[country_of_origin]`. */
      country_of_origin: z.optional(z.nullable(z.string())),
      /** Customs tariff code; `null` clears it. Wire key: `shipping[harmonized_system_code]`. */
      harmonized_system_code: z.optional(z.nullable(z.string())),
    }),
  ),
});

/** A link to a catalog or category. */
export interface ProductLink extends z.infer<typeof productLinkSchema> {}
/** An option value of a variant. */
export interface ProductOption extends z.infer<typeof productOptionSchema> {}
/**
 * A price of a product, as `products.get` and `products.update` return it.
 *
 * @see The specification: *Product (variant), Price entry rules in `prices`*
 */
export interface ProductPrice extends z.infer<typeof productPriceSchema> {}
/** The settings of a product, as `products.get` and `products.update` return them. */
export interface ProductSettings extends z.infer<typeof productSettingsSchema> {}
/** The settings of a product, as `products.create` returns them. */
export interface CreatedProductSettings extends z.infer<typeof createdProductSettingsSchema> {}
/** A price of a product, as `products.create` returns it: without the amount. */
export interface CreatedProductPrice extends z.infer<typeof createdProductPriceSchema> {}
/** Shipping measures. */
export interface ProductShipping extends z.infer<typeof productShippingSchema> {}
/**
 * A product, as `products.get` returns it.
 *
 * @see The specification: *Resources and their fields, Product (variant)*
 */
export interface Product extends z.infer<typeof productSchema> {}
/**
 * A product, as `products.update` returns it: without `created_by` and `updated_by`.
 *
 * @see The specification: *Resources and their fields, Product (variant)*
 */
export interface UpdatedProduct extends z.infer<typeof updatedProductSchema> {}
/**
 * A product, as `products.create` returns it: links as lists of UUIDs, `language_id`, prices without amounts.
 *
 * @see The specification: *Product (variant)*, the create response
 */
export interface CreatedProduct extends z.infer<typeof createdProductSchema> {}
/**
 * The body of `products.create`.
 *
 * @see The specification: *Endpoints, Products*
 */
export interface ProductCreate extends ReadonlyInput<z.infer<typeof productCreateSchema>>, Named {}
/**
 * The body of `products.update`.
 *
 * @see The specification: *Endpoints, Products*
 */
export interface ProductUpdate extends ReadonlyInput<z.infer<typeof productUpdateSchema>>, Named {}

export const products = {
  create: endpoint({
    body: productCreateSchema,
    response: createdProductSchema,
    errors: ['validation', 'duplicateApiName'],
  }),
  get: endpoint({
    response: productSchema,
    errors: ['invalidId', 'notFound'],
  }),
  update: endpoint({
    body: productUpdateSchema,
    immutable: ['api_name', 'recurrence_type', 'catalog_ids'],
    response: updatedProductSchema,
    errors: ['productPatchValidation', 'invalidId', 'notFound'],
  }),
} as const;
