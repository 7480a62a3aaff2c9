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
const owned = {
  /** UUID of the row. */
  id: uuid,
  /** UUID of the workspace that the row belongs to. */
  workspace_id: uuid,
  ...timestamps,
};

/**
 * Declares a table. `foreignKeys` names, for fields that hold the id or the ids of rows, the table they are in;
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
  return { record, row: strict(row), defaults, references, uniqueApiName };
}

/** The schema, and those within it, with an issue for each field that they do not have. */
function strict<Schema extends z.ZodMiniObject>(schema: Schema): Schema {
  // One that takes any field is meant to.
  if (schema.def.catchall !== undefined) return schema;
  const shape = Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, strictWithin(field)]));
  return z.clone(schema, { ...schema.def, shape, catchall: z.never() });
}

function strictWithin(field: z.core.$ZodType): z.core.$ZodType {
  if (field instanceof z.ZodMiniObject) return strict(field);
  if (field instanceof z.ZodMiniArray && field.def.element instanceof z.ZodMiniObject) {
    return z.clone(field, { ...field.def, element: strict(field.def.element) });
  }
  return field;
}

/** The fields of a table that hold a UUID or several. */
export function uuidFields(name: TableName): readonly string[] {
  const { row } = schema[name];
  return row instanceof z.ZodMiniObject ? Object.keys(row.shape).filter((field) => isUuid(row.shape[field])) : [];
}

function isUuid(field: unknown): boolean {
  if (field instanceof z.ZodMiniNullable) return isUuid(field.def.innerType);
  if (field instanceof z.ZodMiniArray) return isUuid(field.def.element);
  return field === uuid;
}

/**
 * Every table, in an order in which each refers only to those before it, or to itself.
 *
 * `segment_id` and `primary_image_id` are not foreignKeys here: the service has segments and images, but no
 * endpoint makes or shows one, so that any UUID may be right.
 */
const tables = {
  workspaces: table(
    'Workspace',
    z.object({
      /** UUID of the workspace. */
      id: uuid,
      /** Display name. */
      name: z.string(),
      ...timestamps,
    }),
    { defaults: {}, references: {} },
  ),
  customers: table(
    'Customer',
    z.extend(z.omit(customerSchema, { contact_ids: true, address_ids: true }), {
      /** URL of the logo. */
      logo: z.nullable(customerCreateSchema.shape.logo.def.innerType),
    }),
    { defaults: { segment_id: null, logo: null, tax_ids: [], ...noExternalIds }, references: {} },
  ),
  contacts: table(
    'Contact',
    z.extend(z.omit(contactSchema, { address_ids: true }), {
      /** E-mail address. */
      email: contactUpdateSchema.shape.email.def.innerType,
    }),
    { defaults: { phone: null, role: [], ...noExternalIds }, references: { customer_id: 'customers' } },
  ),
  addresses: table(
    'Address',
    z.extend(addressListItemSchema, {
      /** ISO 3166-1 alpha-2 code, such as `DE`. */
      country: addressCreateSchema.shape.country,
    }),
    {
      defaults: { name: null, address_line2: null, state: null, contact_id: null, comment: null, ...noExternalIds },
      references: { customer_id: 'customers', contact_id: 'contacts' },
    },
  ),
  categories: table(
    'Category',
    z.extend(categorySchema, {
      /** snake_case identifier, unique in the workspace. */
      api_name: apiName,
      /** When the category was deleted, ISO 8601; `null` where it was not. */
      deleted_at: z.nullable(timestamp),
    }),
    {
      defaults: { description: '', is_active: true, parent_category_id: null, deleted_at: null },
      references: { parent_category_id: 'categories' },
      uniqueApiName: true,
    },
  ),
  catalogs: table(
    'Catalog',
    z.extend(catalogSchema, {
      /** snake_case identifier, unique in the workspace. */
      api_name: apiName,
      /** UUID of the workspace that the catalog belongs to. */
      workspace_id: uuid,
    }),
    {
      defaults: { reference: '', description: '', is_active: true, ...noExternalIds },
      references: {},
      uniqueApiName: true,
    },
  ),
  currencies: table(
    'Currency',
    z.object({
      ...owned,
      /** Display name, such as `Euro`. */
      name: z.string(),
      /** Identifier, unique in the workspace, such as `eur`. */
      api_name: z.string(),
    }),
    { defaults: {}, references: {}, uniqueApiName: true },
  ),
  taxes: table(
    'Tax',
    z.object({
      ...owned,
      /** Display name, such as `VAT 19%`. */
      name: z.string(),
      /** The percentage, where `is_percentage`. */
      rate: z.nullable(z.number()),
      /** The fixed amount, where not. */
      amount: z.nullable(z.number()),
      /** Whether the tax is a percentage, and not a fixed amount. */
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
    z.object({
      ...owned,
      /** Display name. */
      name: z.string(),
      /** Identifier, unique in the workspace. */
      api_name: z.string(),
      /** Kind of the pricebook. The specification shows no values; `standard` is the mock's. */
      type: z.string(),
      /** UUID of the currency of its prices. */
      currency_id: uuid,
    }),
    { defaults: { type: 'standard' }, references: { currency_id: 'currencies' }, uniqueApiName: true },
  ),
  paymentTerms: table('Payment term', z.looseObject(owned), { defaults: {}, references: {} }),
  productParents: table(
    'Product parent',
    z.extend(z.omit(productParentSchema, { product_ids: true }), {
      /** snake_case identifier, unique in the workspace. */
      api_name: apiName,
      /** UUID of the workspace that the product parent belongs to. */
      workspace_id: uuid,
      /** UUIDs of the categories that it is linked to. */
      category_ids: z.array(uuid),
      /** UUID of the image that its products may inherit. */
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
        /** Display name, at least 2 characters. */
        name: productCreateSchema.shape.name,
        /** snake_case identifier, unique in the workspace. */
        api_name: apiName,
        /** Settings. */
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
        /** The fixed price, in units of the currency, for flat pricing. */
        amount: z.nullable(priceUpdateSchema.shape.amount.def.innerType),
        /** Percentage, 0 to 100. */
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
      /** Display name. */
      name: z.string(),
      /** Only an active discount keeps its categories from being deleted. */
      is_active: z.boolean(),
      /** The categories it applies to. */
      category_ids: z.array(uuid),
    }),
    { defaults: { is_active: true, category_ids: [] }, references: { category_ids: 'categories' } },
  ),
};

/**
 * The name of a table.
 *
 * @useDeclaredType
 */
export type TableName = keyof typeof tables;

type RowOf<Name extends TableName> = z.output<(typeof tables)[Name]['row']>;

/** A row of each table. */
export interface Rows {
  /** What tokens open. */
  workspaces: RowOf<'workspaces'>;
  /** Companies and individuals. */
  customers: RowOf<'customers'>;
  /** People at customers. */
  contacts: RowOf<'contacts'>;
  /** Billing and shipping addresses of customers. */
  addresses: RowOf<'addresses'>;
  /** Categories, the deleted ones among them. */
  categories: RowOf<'categories'>;
  /** Catalogs. */
  catalogs: RowOf<'catalogs'>;
  /** Currencies. */
  currencies: RowOf<'currencies'>;
  /** Taxes. */
  taxes: RowOf<'taxes'>;
  /** Billing frequencies. */
  billingFrequencies: RowOf<'billingFrequencies'>;
  /** Pricebooks, each of which has a price of every product. */
  pricebooks: RowOf<'pricebooks'>;
  /** Payment terms. The specification shows none of their fields: they have those that they are given. */
  paymentTerms: RowOf<'paymentTerms'>;
  /** The masters that the variants of a product share. */
  productParents: RowOf<'productParents'>;
  /** Products, which are variants of a parent. */
  products: RowOf<'products'>;
  /** Prices of products in pricebooks. */
  prices: RowOf<'prices'>;
  /** Discounts, which keep their categories from being deleted while they are active. */
  discounts: RowOf<'discounts'>;
}

/** What the store fills in for every table. */
type Filled = 'id' | 'workspace_id' | 'created_at' | 'updated_at';

type Optional<Name extends TableName> = Filled | keyof (typeof tables)[Name]['defaults'];

/** What inserts a row into each table: what has a default may be left out, and groups may be given in part.
 */
export type Insertable = {
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
