/**
 * The tables. A row has the fields of the contract's record, without the fields that are computed from other rows.
 * Tables that no endpoint returns have only the fields that the specification refers to.
 */
import * as z from 'zod/mini';
import { addressListItemSchema } from '../../src/contract/addresses.ts';
import { catalogSchema } from '../../src/contract/catalogs.ts';
import { categorySchema } from '../../src/contract/categories.ts';
import { contactSchema } from '../../src/contract/contacts.ts';
import { country } from '../../src/contract/country-codes.ts';
import { customerSchema } from '../../src/contract/customers.ts';
import { apiName, email, timestamp, timestamps, url, uuid } from '../../src/contract/fields.ts';
import { priceSchema, priceUpdateSchema } from '../../src/contract/prices.ts';
import { productParentSchema } from '../../src/contract/product-parents.ts';
import {
  createdProductSettingsSchema,
  productCreateSchema,
  productSchema,
  productSettingsSchema,
} from '../../src/contract/products.ts';
import { describeTable } from './describe-table.ts';

const noIdentifiers = { crm: '', erp: '', accounting: '' };

/** The only language of a workspace, in both forms that product settings use. */
const language = { language_code: 'en', language_id: '00000000-0000-4000-8000-00000000656e' };

/** The columns of every table but `workspaces`. The store fills them in. */
export const workspaceColumns = {
  /** UUID of the row. */
  id: uuid,
  /** UUID of the workspace that the row belongs to. */
  workspace_id: uuid,
  ...timestamps,
};

/** Whether the store fills in a column. */
export function isGenerated(column: string): boolean {
  return Object.hasOwn(workspaceColumns, column);
}

/**
 * All tables. A table refers only to itself and to tables above it.
 *
 * `segment_id` and `primary_image_id` are not foreign keys: no endpoint returns a segment or an image, so any UUID may
 * exist.
 */
export const tables = {
  workspaces: describeTable(
    'Workspace',
    z.object({
      /** UUID of the workspace. */
      id: uuid,
      /** Display name. */
      name: z.string(),
      ...timestamps,
    }),
    { defaults: {}, foreignKeys: {} },
  ),
  customers: describeTable(
    'Customer',
    z.extend(z.omit(customerSchema, { contact_ids: true, address_ids: true }), {
      /** URL of the logo. */
      logo: z.nullable(url),
    }),
    { defaults: { tax_ids: [] }, foreignKeys: {} },
  ),
  contacts: describeTable(
    'Contact',
    z.extend(z.omit(contactSchema, { address_ids: true }), {
      /** Email address. */
      email,
    }),
    { defaults: { role: [] }, foreignKeys: { customer_id: 'customers' } },
  ),
  addresses: describeTable(
    'Address',
    z.extend(addressListItemSchema, {
      /** ISO 3166-1 alpha-2 code, for example `DE`. */
      country,
    }),
    { defaults: {}, foreignKeys: { customer_id: 'customers', contact_id: 'contacts' } },
  ),
  categories: describeTable(
    'Category',
    z.extend(categorySchema, {
      /** snake_case identifier, unique in the workspace. */
      api_name: apiName,
      /** When the category was deleted, ISO 8601. `null` if it was not. */
      deleted_at: z.nullable(timestamp),
    }),
    {
      defaults: { description: '', is_active: true },
      foreignKeys: { parent_category_id: 'categories' },
      uniqueApiName: true,
    },
  ),
  catalogs: describeTable(
    'Catalog',
    z.extend(catalogSchema, {
      /** snake_case identifier, unique in the workspace. */
      api_name: apiName,
      /** UUID of the workspace that the catalog belongs to. */
      workspace_id: uuid,
    }),
    {
      defaults: { reference: '', description: '', is_active: true },
      foreignKeys: {},
      uniqueApiName: true,
    },
  ),
  currencies: describeTable(
    'Currency',
    z.object({
      ...workspaceColumns,
      /** Display name, for example `Euro`. */
      name: z.string(),
      /** Identifier, unique in the workspace, for example `eur`. */
      api_name: z.string(),
    }),
    { defaults: {}, foreignKeys: {}, uniqueApiName: true },
  ),
  taxes: describeTable(
    'Tax',
    z.object({
      ...workspaceColumns,
      /** Display name, for example `VAT 19%`. */
      name: z.string(),
      /** The percentage, if `is_percentage` is true. */
      rate: z.nullable(z.number()),
      /** The fixed amount, if `is_percentage` is false. */
      amount: z.nullable(z.number()),
      /** Whether the tax is a percentage rather than a fixed amount. */
      is_percentage: z.boolean(),
    }),
    { defaults: { is_percentage: true }, foreignKeys: {} },
  ),
  billingFrequencies: describeTable(
    'Billing frequency',
    z.object({
      ...workspaceColumns,
      /** Number of units in a period. */
      period: z.number(),
      /** Unit of the period, for example `month`. */
      unit: z.string(),
    }),
    { defaults: {}, foreignKeys: {} },
  ),
  pricebooks: describeTable(
    'Pricebook',
    z.object({
      ...workspaceColumns,
      /** Display name. */
      name: z.string(),
      /** Identifier, unique in the workspace. */
      api_name: z.string(),
      /** Kind of the pricebook. The specification shows no values. Default: `standard`. */
      type: z.string(),
      /** UUID of the currency of its prices. */
      currency_id: uuid,
    }),
    { defaults: { type: 'standard' }, foreignKeys: { currency_id: 'currencies' }, uniqueApiName: true },
  ),
  paymentTerms: describeTable('Payment term', z.looseObject(workspaceColumns), { defaults: {}, foreignKeys: {} }),
  productParents: describeTable(
    'Product parent',
    z.extend(z.omit(productParentSchema, { product_ids: true }), {
      /** snake_case identifier, unique in the workspace. */
      api_name: apiName,
      /** UUID of the workspace that the product parent belongs to. */
      workspace_id: uuid,
      /** UUIDs of the categories that the product parent is linked to. */
      category_ids: z.array(uuid),
      /** UUID of the image that its products may inherit. */
      primary_image_id: z.nullable(uuid),
    }),
    {
      defaults: { catalog_ids: [], category_ids: [], reference: '', description: '', is_active: true },
      foreignKeys: { catalog_ids: 'catalogs', category_ids: 'categories' },
      uniqueApiName: true,
    },
  ),
  products: describeTable(
    'Product',
    z.extend(
      z.omit(productSchema, {
        catalogs: true,
        categories: true,
        prices: true,
        parent_primary_image_id: true,
        settings: true,
      }),
      {
        /** Display name, at least 2 characters. */
        name: productCreateSchema.shape.name,
        /** snake_case identifier, unique in the workspace. */
        api_name: apiName,
        /** Packaging, language and kind of the product. */
        settings: z.extend(z.omit(productSettingsSchema, { recurrence_type: true }), {
          /** Identifier of the language of the texts. */
          language_id: createdProductSettingsSchema.shape.language_id,
        }),
      },
    ),
    {
      defaults: {
        reference: '',
        description: '',
        description_inherit_from_product: false,
        primary_image_inherit_from_product: false,
        is_active: true,
        is_default: false,
        settings: { unit_per_pack: 1, product_type: 'physical', unit_of_measure: 'piece', ...language },
        inventory: { sku: '' },
        identifiers: noIdentifiers,
        accounting: { ledger_account: '' },
        options: [],
        created_by: 'system',
        updated_by: 'system',
      },
      foreignKeys: { product_parent_id: 'productParents' },
      uniqueApiName: true,
    },
  ),
  prices: describeTable(
    'Price',
    z.extend(
      z.omit(priceSchema, {
        product_variant_name: true,
        pricebook_name: true,
        pricebook_type: true,
        currency_name: true,
        currency_api_name: true,
        default_tax_name: true,
        default_tax_rate: true,
        default_tax_amount: true,
        default_tax_is_percentage: true,
        billing_frequency_period: true,
        billing_frequency_unit: true,
      }),
      {
        /** The fixed price, in units of the currency, for flat pricing. */
        amount: z.nullable(priceUpdateSchema.shape.amount.def.innerType),
        /** Percentage, 0 to 100. */
        percent: priceUpdateSchema.shape.percent.def.innerType,
      },
    ),
    {
      defaults: {
        pricing_model: 'none',
        is_volume_grid_displayed: false,
        is_graduated_grid_displayed: false,
        is_setup: false,
        is_pay_as_you_go: false,
        identifiers: noIdentifiers,
      },
      foreignKeys: {
        product_id: 'products',
        pricebook_id: 'pricebooks',
        currency_id: 'currencies',
        default_tax_id: 'taxes',
        billing_frequency_id: 'billingFrequencies',
        parent_price_id: 'prices',
      },
      deletedWith: ['product_id', 'pricebook_id'],
    },
  ),
  discounts: describeTable(
    'Discount',
    z.object({
      ...workspaceColumns,
      /** Display name. */
      name: z.string(),
      /** Whether the discount is active. The categories of an active discount cannot be deleted. */
      is_active: z.boolean(),
      /** UUIDs of the categories that the discount applies to. */
      category_ids: z.array(uuid),
    }),
    { defaults: { is_active: true, category_ids: [] }, foreignKeys: { category_ids: 'categories' } },
  ),
};
