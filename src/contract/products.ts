import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  apiName,
  identifiers,
  identifiersBody,
  openEnum,
  pricingModels,
  recurrenceTypes,
  timestamps,
  uuid,
} from './fields.ts';
import { products as routes } from './routes.ts';

/** A catalog or category that a product is linked to. */
export const productLinkSchema = z.object({
  /** UUID of the catalog or category. */
  id: uuid,
  /** Its snake_case identifier. */
  api_name: z.string(),
});

const settingsFields = {
  /** How many units make a pack. */
  unit_per_pack: z.number(),
  /** The kind of product. */
  product_type: z.string(),
  /** What one unit is, such as `piece` or `hour`. */
  unit_of_measure: z.string(),
  /** Billing model, taken from the parent: `one_off` or `recurring`. */
  recurrence_type: openEnum(recurrenceTypes),
};

/** A product's settings, as Get and Update return them. */
export const productSettingsSchema = z.object({
  ...settingsFields,
  /** The language of the texts, for example a two-letter code. */
  language_code: z.string(),
});

/** A product's settings, as its creation returns them. */
export const createdProductSettingsSchema = z.object({
  ...settingsFields,
  /** Identifier of the language of the texts. */
  language_id: z.string(),
});

/** Measures for shipping. */
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
  /** Unit of `height`, `length` and `width`: `cm`, `in` and so on. */
  length_unit: z.nullable(z.string()),
  /** Where the product was made. */
  country_of_origin: z.nullable(z.string()),
  /** Customs tariff code. */
  harmonized_system_code: z.nullable(z.string()),
});

/** A value of an option that makes a variant what it is, such as colour: red. */
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

/** A price in a product just created. */
export const createdProductPriceSchema = z.object({
  /** UUID of the price: what `prices.update` takes. */
  id: uuid,
  /** UUID of its pricebook. */
  pricebook_id: uuid,
  /** snake_case identifier of its pricebook. */
  pricebook_api_name: z.string(),
});

/** A price in a product, as Get and Update return it. */
export const productPriceSchema = z.extend(createdProductPriceSchema, {
  /** `flat`, `volume`, `graduated`, `percent`, `cost_based` or `none`. */
  pricing_model: openEnum(pricingModels),
  /** The price where `pricing_model` is `flat`, otherwise `null`. */
  amount: z.nullable(z.number()),
});

const productFields = {
  /** UUID of the product. */
  id: uuid,
  /** UUID of the product parent. */
  product_parent_id: uuid,
  /** UUID of the workspace that the product belongs to. */
  workspace_id: uuid,
  /** Display name, which combines the parent's and the options' of the variant. */
  name: z.string(),
  /** snake_case identifier; it cannot change. */
  api_name: z.string(),
  /** Internal reference. */
  reference: z.string(),
  /** Description. */
  description: z.string(),
  /** Whether the description is the parent's. */
  description_inherit_from_product: z.boolean(),
  /** Whether the primary image is the parent's. */
  primary_image_inherit_from_product: z.boolean(),
  /** Whether the product is in use. */
  is_active: z.boolean(),
  /** Whether this is the default product of its parent. */
  is_default: z.boolean(),
  /** Measures for shipping. */
  shipping: productShippingSchema,
  /** Stock keeping. */
  inventory: z.object({
    /** Stock keeping unit. */
    sku: z.string(),
  }),
  /** Identifiers of the product in other systems. */
  identifiers,
  /** Bookkeeping. */
  accounting: z.object({
    /** The ledger account that sales are booked on. */
    ledger_account: z.string(),
  }),
  /**
   * UUID of the product's own image. Where `primary_image_inherit_from_product` is true and this is
   * `null`, `parent_primary_image_id` is the effective image.
   */
  primary_image_id: z.nullable(uuid),
  /** UUID of the parent's image; read-only. */
  parent_primary_image_id: z.nullable(uuid),
  /** The option values that make the variant. */
  options: z.array(productOptionSchema),
  ...timestamps,
};

/** A product as Update returns it. */
export const updatedProductSchema = z.object({
  ...productFields,
  /** The catalogs that the parent is linked to. */
  catalogs: z.array(productLinkSchema),
  /** The categories that the parent is linked to. */
  categories: z.array(productLinkSchema),
  /** Settings. */
  settings: productSettingsSchema,
  /** One price for each pricebook. */
  prices: z.array(productPriceSchema),
});

/** A product as Get returns it: with who made and changed it. */
export const productSchema = z.extend(updatedProductSchema, {
  /** The user who created the product. */
  created_by: z.string(),
  /** The user who last changed the product. */
  updated_by: z.string(),
});

/** A product as its creation returns it: links as lists of UUIDs, `language_id`, prices without amounts. */
export const createdProductSchema = z.object({
  ...productFields,
  /** UUIDs of the catalogs that the parent is linked to. */
  catalog_ids: z.array(uuid),
  /** UUIDs of the categories that the parent is linked to. */
  category_ids: z.array(uuid),
  /** UUIDs of the products of the parent. */
  product_ids: z.array(uuid),
  /** Settings. */
  settings: createdProductSettingsSchema,
  /** One price for each pricebook; amounts come with `products.get`. */
  prices: z.array(createdProductPriceSchema),
});

const inventoryBody = z.strictObject({
  /** Stock keeping unit. Wire key: `inventory[sku]`. */
  sku: z.optional(z.string()),
});
const settingsBody = z.strictObject({
  /** How many units make a pack. Wire key: `settings[unit_per_pack]`. */
  unit_per_pack: z.optional(z.number()),
});
const accountingBody = z.strictObject({
  /** The ledger account that sales are booked on. Wire key: `accounting[ledger_account]`. */
  ledger_account: z.optional(z.string()),
});

/** What creates a product: its parent, and the default variant of it. */
export const productCreateSchema = z.strictObject({
  /** snake_case identifier, unique; it cannot change afterwards. */
  api_name: apiName,
  /** Billing model: `one_off` or `recurring`. */
  recurrence_type: z.enum(recurrenceTypes),
  /** Display name, at least 2 characters. */
  name: z.string().check(z.minLength(2, 'must be at least 2 characters')),
  /** Internal reference. */
  reference: z.optional(z.string()),
  /** Description. */
  description: z.optional(z.string()),
  /** Whether the product is in use; default `true`. */
  is_active: z.optional(z.boolean()),
  /** UUIDs of the catalogs to link the parent to. */
  catalog_ids: z.optional(z.array(uuid)),
  /** UUIDs of the categories to link the parent to. */
  category_ids: z.optional(z.array(uuid)),
  /** Stock keeping. */
  inventory: z.optional(inventoryBody),
  /** Settings. */
  settings: z.optional(settingsBody),
  /** Bookkeeping. */
  accounting: z.optional(accountingBody),
  /** Identifiers of the product in other systems. */
  identifiers: z.optional(identifiersBody),
  /** Measures for shipping. */
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
      /** Where the product was made. Wire key: `shipping[country_of_origin]`. */
      country_of_origin: z.optional(z.string()),
      /** Customs tariff code. Wire key: `shipping[harmonized_system_code]`. */
      harmonized_system_code: z.optional(z.string()),
    }),
  ),
});

/** What changes a product. Only what is sent changes. */
export const productUpdateSchema = z.strictObject({
  /** Display name, at least 2 characters. */
  name: z.optional(z.string().check(z.minLength(2, 'must be at least 2 characters'))),
  /** Description. */
  description: z.optional(z.string()),
  /** Internal reference. */
  reference: z.optional(z.string()),
  /** Whether the description is the parent's. */
  description_inherit_from_product: z.optional(z.boolean()),
  /** Whether the primary image is the parent's. */
  primary_image_inherit_from_product: z.optional(z.boolean()),
  /** Whether the product is in use. */
  is_active: z.optional(z.boolean()),
  /** UUIDs of categories: they replace all that the product was linked to. */
  category_ids: z.optional(z.array(uuid)),
  /** UUID of the product's own image; `null` removes it. */
  primary_image_id: z.optional(z.nullable(uuid)),
  /** Stock keeping. */
  inventory: z.optional(inventoryBody),
  /** Settings. */
  settings: z.optional(settingsBody),
  /** Bookkeeping. */
  accounting: z.optional(accountingBody),
  /** Identifiers of the product in other systems. */
  identifiers: z.optional(identifiersBody),
  /** Measures for shipping; each may be `null`, which clears it. */
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
      /** Where the product was made; `null` clears it. Wire key: `shipping[country_of_origin]`. */
      country_of_origin: z.optional(z.nullable(z.string())),
      /** Customs tariff code; `null` clears it. Wire key: `shipping[harmonized_system_code]`. */
      harmonized_system_code: z.optional(z.nullable(z.string())),
    }),
  ),
});

/** A catalog or category that a product is linked to. */
export interface ProductLink extends z.infer<typeof productLinkSchema> {}
/** An option value of a variant. */
export interface ProductOption extends z.infer<typeof productOptionSchema> {}
/**
 * A price in a product, as `products.get` and `products.update` return it.
 *
 * @see Specification: *Product (variant), Price entry rules in `prices`*
 */
export interface ProductPrice extends z.infer<typeof productPriceSchema> {}
/** A product's settings, as `products.get` and `products.update` return them. */
export interface ProductSettings extends z.infer<typeof productSettingsSchema> {}
/** A product's settings, as `products.create` returns them. */
export interface CreatedProductSettings extends z.infer<typeof createdProductSettingsSchema> {}
/** A price in a product just created: without its amount. */
export interface CreatedProductPrice extends z.infer<typeof createdProductPriceSchema> {}
/** Measures for shipping. */
export interface ProductShipping extends z.infer<typeof productShippingSchema> {}
/**
 * A product, as `products.get` returns it.
 *
 * @see Specification: *Resources and their fields, Product (variant)*
 */
export interface Product extends z.infer<typeof productSchema> {}
/**
 * A product, as `products.update` returns it: without `created_by` and `updated_by`.
 *
 * @see Specification: *Resources and their fields, Product (variant)*
 */
export interface UpdatedProduct extends z.infer<typeof updatedProductSchema> {}
/**
 * A product, as `products.create` returns it: links as lists of UUIDs, `language_id`, prices without amounts.
 *
 * @see Specification: *Product (variant)*, the create response
 */
export interface CreatedProduct extends z.infer<typeof createdProductSchema> {}
/**
 * The body of `products.create`.
 *
 * @see Specification: *Endpoints, Products*
 */
export interface ProductCreate extends z.infer<typeof productCreateSchema> {}
/**
 * The body of `products.update`.
 *
 * @see Specification: *Endpoints, Products*
 */
export interface ProductUpdate extends z.infer<typeof productUpdateSchema> {}

/** The operations on products. */
export const products = {
  create: endpoint({
    ...routes.create,
    resource: 'Product',
    body: productCreateSchema,
    response: createdProductSchema,
    permission: 'products:write',
    errors: ['validation', 'duplicateApiName'],
  }),
  get: endpoint({
    ...routes.get,
    resource: 'Product',
    response: productSchema,
    permission: 'products:read',
    errors: ['invalidId', 'notFound'],
  }),
  update: endpoint({
    ...routes.update,
    resource: 'Product',
    body: productUpdateSchema,
    immutable: ['api_name', 'recurrence_type', 'catalog_ids'],
    response: updatedProductSchema,
    permission: 'products:write',
    errors: ['productPatchValidation', 'invalidId', 'notFound'],
  }),
} as const;
