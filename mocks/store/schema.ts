/**
 * What the store holds: the rows of each table, their defaults, what they refer to and what must be unique. Rows are
 * the contract's records without what is computed from other rows, held to the rules that requests are; tables that no endpoint shows have the fields
 * that the specification lets them be known by.
 */
import * as z from 'zod/mini';
import { addressCreateSchema, addressListItemSchema } from '../../src/contract/addresses.ts';
import { catalogSchema } from '../../src/contract/catalogs.ts';
import { categorySchema } from '../../src/contract/categories.ts';
import { contactSchema, contactUpdateSchema } from '../../src/contract/contacts.ts';
import { customerCreateSchema, customerSchema } from '../../src/contract/customers.ts';
import { apiName, timestamp, timestamps, uuid } from '../../src/contract/fields.ts';
import { priceSchema, priceUpdateSchema } from '../../src/contract/prices.ts';
import { productParentSchema } from '../../src/contract/product-parents.ts';
import {
  createdProductSettingsSchema,
  productCreateSchema,
  productSchema,
  productSettingsSchema,
} from '../../src/contract/products.ts';

const noExternalIds = { id_crm: null, id_erp: null, id_accounting: null };
const noIdentifiers = { crm: '', erp: '', accounting: '' };

/** The one language of a workspace, in the two forms that product settings name it by. */
const language = { language_code: 'en', language_id: '00000000-0000-4000-8000-00000000656e' };

/** What every row of a workspace has. */
const owned = { id: uuid, workspace_id: uuid, ...timestamps };

/**
 * Declares a table. `references` names, for fields that hold the id or the ids of rows, the table they are in;
 * `workspace_id` goes without saying. An insertion may leave out what `defaults` has, the id and the timestamps.
 */
function table<
  Schema extends z.ZodMiniObject,
  Defaults extends Partial<z.output<Schema>>,
  const References extends { readonly [Field in keyof z.output<Schema>]?: string },
>(
  /** What one of its records is called, as in `<Record> not found`. */
  record: string,
  row: Schema,
  {
    defaults,
    references,
    uniqueApiName = false,
  }: { defaults: Defaults; references: References; uniqueApiName?: boolean },
) {
  return { record, row, defaults, references, uniqueApiName };
}

/**
 * Every table, in an order in which each refers only to those before it, or to itself.
 *
 * `segment_id` and `primary_image_id` are not references here: the service has segments and images, but no
 * endpoint makes or shows one, so that any UUID may be right.
 */
const tables = {
  workspaces: table('Workspace', z.object({ id: uuid, name: z.string(), ...timestamps }), {
    defaults: {},
    references: {},
  }),
  customers: table(
    'Customer',
    z.extend(z.omit(customerSchema, { contact_ids: true, address_ids: true }), {
      logo: z.nullable(customerCreateSchema.shape.logo.def.innerType),
    }),
    { defaults: { segment_id: null, logo: null, tax_ids: [], ...noExternalIds }, references: {} },
  ),
  contacts: table(
    'Contact',
    z.extend(z.omit(contactSchema, { address_ids: true }), { email: contactUpdateSchema.shape.email.def.innerType }),
    { defaults: { phone: null, role: [], ...noExternalIds }, references: { customer_id: 'customers' } },
  ),
  addresses: table('Address', z.extend(addressListItemSchema, { country: addressCreateSchema.shape.country }), {
    defaults: { name: null, address_line2: null, state: null, contact_id: null, comment: null, ...noExternalIds },
    references: { customer_id: 'customers', contact_id: 'contacts' },
  }),
  categories: table('Category', z.extend(categorySchema, { api_name: apiName, deleted_at: z.nullable(timestamp) }), {
    defaults: { description: '', is_active: true, parent_category_id: null, deleted_at: null },
    references: { parent_category_id: 'categories' },
    uniqueApiName: true,
  }),
  catalogs: table('Catalog', z.extend(catalogSchema, { api_name: apiName, workspace_id: uuid }), {
    defaults: { reference: '', description: '', is_active: true, ...noExternalIds },
    references: {},
    uniqueApiName: true,
  }),
  currencies: table('Currency', z.object({ ...owned, name: z.string(), api_name: z.string() }), {
    defaults: {},
    references: {},
    uniqueApiName: true,
  }),
  taxes: table(
    'Tax',
    z.object({
      ...owned,
      name: z.string(),
      /** The percentage, where `is_percentage`. */
      rate: z.nullable(z.number()),
      /** The fixed amount, where not. */
      amount: z.nullable(z.number()),
      is_percentage: z.boolean(),
    }),
    { defaults: { rate: null, amount: null, is_percentage: true }, references: {} },
  ),
  billingFrequencies: table(
    'Billing frequency',
    z.object({
      ...owned,
      /** How many units make a period. */
      period: z.number(),
      /** The unit of a period, such as `month`. */
      unit: z.string(),
    }),
    { defaults: {}, references: {} },
  ),
  pricebooks: table(
    'Pricebook',
    z.object({ ...owned, name: z.string(), api_name: z.string(), type: z.string(), currency_id: uuid }),
    { defaults: { type: 'standard' }, references: { currency_id: 'currencies' }, uniqueApiName: true },
  ),
  paymentTerms: table('Payment term', z.looseObject(owned), { defaults: {}, references: {} }),
  productParents: table(
    'Product parent',
    z.extend(z.omit(productParentSchema, { product_ids: true }), {
      api_name: apiName,
      workspace_id: uuid,
      category_ids: z.array(uuid),
      primary_image_id: z.nullable(uuid),
    }),
    {
      defaults: {
        catalog_ids: [],
        category_ids: [],
        primary_image_id: null,
        reference: '',
        description: '',
        is_active: true,
        ...noExternalIds,
      },
      references: { catalog_ids: 'catalogs', category_ids: 'categories' },
      uniqueApiName: true,
    },
  ),
  products: table(
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
        name: productCreateSchema.shape.name,
        api_name: apiName,
        settings: z.extend(z.omit(productSettingsSchema, { recurrence_type: true }), {
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
        shipping: {
          weight: null,
          weight_unit: null,
          height: null,
          length: null,
          width: null,
          length_unit: null,
          country_of_origin: null,
          harmonized_system_code: null,
        },
        inventory: { sku: '' },
        identifiers: noIdentifiers,
        accounting: { ledger_account: '' },
        primary_image_id: null,
        options: [],
        created_by: 'system',
        updated_by: 'system',
      },
      references: { product_parent_id: 'productParents' },
      uniqueApiName: true,
    },
  ),
  prices: table(
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
        amount: z.nullable(priceUpdateSchema.shape.amount.def.innerType),
        percent: priceUpdateSchema.shape.percent.def.innerType,
      },
    ),
    {
      defaults: {
        pricing_model: 'none',
        amount: null,
        volume_tiers: null,
        is_volume_grid_displayed: false,
        graduated_tiers: null,
        is_graduated_grid_displayed: false,
        percent: null,
        price_percentage_type: null,
        cost_multiplier: null,
        cost: null,
        floor_price: null,
        is_setup: false,
        is_pay_as_you_go: false,
        default_tax_id: null,
        billing_frequency_id: null,
        engagement_type: null,
        period_duration: null,
        parent_price_id: null,
        identifiers: noIdentifiers,
      },
      references: {
        product_id: 'products',
        pricebook_id: 'pricebooks',
        currency_id: 'currencies',
        default_tax_id: 'taxes',
        billing_frequency_id: 'billingFrequencies',
        parent_price_id: 'prices',
      },
    },
  ),
  discounts: table(
    'Discount',
    z.object({
      ...owned,
      name: z.string(),
      /** Only an active discount keeps its categories from being deleted. */
      is_active: z.boolean(),
      /** The categories it applies to. */
      category_ids: z.array(uuid),
    }),
    { defaults: { is_active: true, category_ids: [] }, references: { category_ids: 'categories' } },
  ),
};

/** The name of a table. */
export type TableName = keyof typeof tables;

/** A row of each table. */
export type Rows = { [Name in TableName]: z.output<(typeof tables)[Name]['row']> };

/** What the store fills in for every table. */
type Filled = 'id' | 'workspace_id' | 'created_at' | 'updated_at';

type Optional<Name extends TableName> = Filled | keyof (typeof tables)[Name]['defaults'];

/** What inserts a row into each table: what has a default may be left out, and groups may be given in part. */
export type Insertions = {
  [Name in TableName]: { [Key in Exclude<keyof Rows[Name], Optional<Name>>]: Rows[Name][Key] } & {
    [Key in Extract<keyof Rows[Name], Optional<Name>>]?: InPart<Rows[Name][Key]> | undefined;
  };
};

/** A group of fields, some of them left out; anything else as it is. */
type InPart<T> = T extends string | readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]?: T[Key] | undefined }
    : T;

/** A table, as the store sees it. */
export interface TableDefinition<Name extends TableName> {
  readonly record: string;
  readonly row: z.ZodMiniType<Rows[Name]>;
  readonly defaults: Partial<Rows[Name]>;
  readonly references: Readonly<Record<string, TableName>>;
  readonly uniqueApiName: boolean;
}

/** Every table, in an order in which each refers only to those before it, or to itself. */
export const schema: { readonly [Name in TableName]: TableDefinition<Name> } = tables;

/** The names of the tables, in the order of {@link schema}. */
export const tableNames = Object.keys(schema) as readonly TableName[];
