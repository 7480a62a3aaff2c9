/** The specification's tables, written out for the tests. Nothing here comes from the sources. */
import type { Fields } from './notation.ts';

const externalIds = { id_crm: 'string | null', id_erp: 'string | null', id_accounting: 'string | null' };
const timestamps = { created_at: 'timestamp', updated_at: 'timestamp' };
const identifiers = { crm: 'string', erp: 'string', accounting: 'string' };
const contactRoles = "'buyer' | 'signer' | 'billing' | 'shipping' | 'legal' | 'admin'";
const pricingModels = "'flat' | 'volume' | 'graduated' | 'percent' | 'cost_based' | 'none'";

const createdCustomer = {
  id: 'UUID',
  workspace_id: 'UUID',
  name: 'string',
  type: "'company' | 'individual'",
  segment_id: 'UUID | null',
  logo: 'string | null',
  tax_ids: [{ tax: 'string', tax_value: 'string' }],
  ...externalIds,
  ...timestamps,
} as const;
const customer = { ...createdCustomer, contact_ids: 'UUID[]', address_ids: 'UUID[]' };
const { tax_ids: _, ...listedCustomer } = customer;

const contact = {
  id: 'UUID',
  workspace_id: 'UUID',
  customer_id: 'UUID',
  first_name: 'string',
  last_name: 'string',
  email: 'string',
  phone: 'string | null',
  role: `(${contactRoles})[]`,
  ...externalIds,
  address_ids: 'UUID[]',
  ...timestamps,
};

const address = {
  id: 'UUID',
  customer_id: 'UUID',
  type: "'billing' | 'shipping'",
  name: 'string | null',
  address_line1: 'string',
  address_line2: 'string | null',
  city: 'string',
  state: 'string | null',
  postal_code: 'string',
  country: 'string',
  contact_id: 'UUID | null',
  comment: 'string | null',
  ...externalIds,
  ...timestamps,
};
const addressWithWorkspace = { ...address, workspace_id: 'UUID' };

const category = {
  id: 'UUID',
  workspace_id: 'UUID',
  name: 'string',
  api_name: 'string',
  description: 'string',
  is_active: 'boolean',
  parent_category_id: 'UUID | null',
  // The specification does not say which responses show it.
  'deleted_at?': 'timestamp | null',
  ...timestamps,
};

const catalog = {
  id: 'UUID',
  name: 'string',
  api_name: 'string',
  reference: 'string',
  description: 'string',
  is_active: 'boolean',
  ...externalIds,
  ...timestamps,
};

const createdProductParent = {
  id: 'UUID',
  catalog_ids: 'UUID[]',
  name: 'string',
  api_name: 'string',
  recurrence_type: "'one_off' | 'recurring'",
  reference: 'string',
  description: 'string',
  is_active: 'boolean',
  ...externalIds,
  ...timestamps,
};
const productParent = { ...createdProductParent, product_ids: 'UUID[]' };

const productOfAnyShape = {
  id: 'UUID',
  product_parent_id: 'UUID',
  workspace_id: 'UUID',
  name: 'string',
  api_name: 'string',
  reference: 'string',
  description: 'string',
  description_inherit_from_product: 'boolean',
  primary_image_inherit_from_product: 'boolean',
  is_active: 'boolean',
  is_default: 'boolean',
  shipping: {
    weight: 'number | null',
    weight_unit: 'string | null',
    height: 'number | null',
    length: 'number | null',
    width: 'number | null',
    length_unit: 'string | null',
    country_of_origin: 'string | null',
    harmonized_system_code: 'string | null',
  },
  inventory: { sku: 'string' },
  identifiers,
  accounting: { ledger_account: 'string' },
  primary_image_id: 'UUID | null',
  parent_primary_image_id: 'UUID | null',
  options: [
    {
      option_id: 'string',
      option_name: 'string',
      option_api_name: 'string',
      value_id: 'string',
      value_name: 'string',
      value_api_name: 'string',
    },
  ],
  ...timestamps,
} as const;
const settings = {
  unit_per_pack: 'number',
  product_type: 'string',
  unit_of_measure: 'string',
  recurrence_type: "'one_off' | 'recurring'",
};
const priceOfProduct = { id: 'UUID', pricebook_id: 'UUID', pricebook_api_name: 'string' };

const createdProduct = {
  ...productOfAnyShape,
  catalog_ids: 'UUID[]',
  category_ids: 'UUID[]',
  product_ids: 'UUID[]',
  settings: { ...settings, language_id: 'string' },
  prices: [priceOfProduct],
} as const;
const updatedProduct = {
  ...productOfAnyShape,
  catalogs: [{ id: 'UUID', api_name: 'string' }],
  categories: [{ id: 'UUID', api_name: 'string' }],
  settings: { ...settings, language_code: 'string' },
  prices: [{ ...priceOfProduct, pricing_model: pricingModels, amount: 'number | null' }],
} as const;
const product = { ...updatedProduct, created_by: 'string', updated_by: 'string' };

const price = {
  id: 'UUID',
  product_id: 'UUID',
  pricebook_id: 'UUID',
  currency_id: 'UUID',
  pricing_model: pricingModels,
  // Stated as a number "for flat pricing", and null in the prices of a new product, which follow no model yet.
  amount: 'number | null',
  volume_tiers: 'anything[] | null',
  is_volume_grid_displayed: 'boolean',
  graduated_tiers: 'anything[] | null',
  is_graduated_grid_displayed: 'boolean',
  percent: 'number | null',
  price_percentage_type: "'all' | 'product_type' | 'product' | null",
  cost_multiplier: 'number | null',
  cost: 'number | null',
  floor_price: 'number | null',
  is_setup: 'boolean',
  is_pay_as_you_go: 'boolean',
  default_tax_id: 'UUID | null',
  billing_frequency_id: 'UUID | null',
  engagement_type: "'forever' | 'fixed_period' | null",
  period_duration: 'number | null',
  parent_price_id: 'UUID | null',
  identifiers,
  workspace_id: 'UUID',
  ...timestamps,
  product_variant_name: 'string',
  pricebook_name: 'string',
  pricebook_type: 'string',
  currency_name: 'string',
  currency_api_name: 'string',
  // A price without a tax or a billing frequency has null in their enriched fields.
  default_tax_name: 'string | null',
  default_tax_rate: 'number | null',
  default_tax_amount: 'number | null',
  default_tax_is_percentage: 'boolean | null',
  // No type is stated.
  billing_frequency_period: 'number or string | null',
  billing_frequency_unit: 'string | null',
};

const productGroups = {
  'inventory[sku]?': 'string',
  'settings[unit_per_pack]?': 'number',
  'accounting[ledger_account]?': 'string',
  'identifiers[crm]?': 'string',
  'identifiers[erp]?': 'string',
  'identifiers[accounting]?': 'string',
};
const optionalTexts = (...fields: string[]) => Object.fromEntries(fields.map((field) => [`${field}?`, 'string']));
const clearableTexts = (...fields: string[]) =>
  Object.fromEntries(fields.map((field) => [`${field}?`, 'string | null']));

/** An endpoint. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The client's method. */
  readonly call: readonly [resource: string, method: string];
  readonly query?: Fields;
  /** By wire key. */
  readonly body?: Fields;
  /** Fields of the record that the specification says cannot be changed. */
  readonly immutable?: readonly string[];
  /** The type of `data`: a record or an array of records, with or without stated fields. */
  readonly response: Fields | readonly [Fields] | 'open' | 'open[]';
}

/** Every row of the endpoint tables, and the two operations that are named without detail. */
export const operations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/api/customers',
    call: ['customers', 'create'],
    body: {
      name: 'string',
      type: "'company' | 'individual'",
      'segment_id?': 'UUID',
      'logo?': 'URL',
      'tax_ids?': [{ tax: 'string', tax_value: 'string' }],
      ...optionalTexts('id_crm', 'id_erp', 'id_accounting'),
    },
    response: createdCustomer,
  },
  { method: 'GET', path: '/api/customers', call: ['customers', 'list'], response: [listedCustomer] },
  { method: 'GET', path: '/api/customers/{id}', call: ['customers', 'get'], response: customer },
  { method: 'GET', path: '/api/contacts/{id}', call: ['contacts', 'get'], response: contact },
  {
    method: 'PATCH',
    path: '/api/contacts/{id}',
    call: ['contacts', 'update'],
    body: {
      'first_name?': 'string',
      'last_name?': 'string',
      'email?': 'e-mail',
      'phone?': 'string | null',
      'role?': `(${contactRoles})[]`,
      ...clearableTexts('id_crm', 'id_erp', 'id_accounting'),
    },
    immutable: ['customer_id'],
    response: contact,
  },
  {
    method: 'POST',
    path: '/api/addresses',
    call: ['addresses', 'create'],
    body: {
      customer_id: 'UUID',
      type: "'billing' | 'shipping'",
      address_line1: 'string',
      city: 'string',
      postal_code: 'string',
      country: 'country',
      'contact_id?': 'UUID',
      ...optionalTexts('name', 'address_line2', 'state', 'comment', 'id_crm', 'id_erp', 'id_accounting'),
    },
    response: addressWithWorkspace,
  },
  {
    method: 'GET',
    path: '/api/addresses',
    call: ['addresses', 'list'],
    query: { 'customer_id?': 'UUID' },
    response: [addressWithWorkspace],
  },
  { method: 'GET', path: '/api/addresses/{id}', call: ['addresses', 'get'], response: address },
  {
    method: 'PATCH',
    path: '/api/addresses/{id}',
    call: ['addresses', 'update'],
    body: {
      'type?': "'billing' | 'shipping'",
      'country?': 'country',
      'contact_id?': 'UUID | null',
      ...optionalTexts('address_line1', 'city', 'postal_code'),
      ...clearableTexts('name', 'address_line2', 'state', 'comment', 'id_crm', 'id_erp', 'id_accounting'),
    },
    immutable: ['customer_id'],
    response: address,
  },
  { method: 'GET', path: '/api/categories/{id}', call: ['categories', 'get'], response: category },
  {
    method: 'PATCH',
    path: '/api/categories/{id}',
    call: ['categories', 'update'],
    body: {
      'name?': 'string',
      'description?': 'string',
      'is_active?': 'boolean',
      'parent_category_id?': 'UUID | null',
    },
    immutable: ['api_name'],
    response: category,
  },
  {
    method: 'DELETE',
    path: '/api/categories/{id}',
    call: ['categories', 'delete'],
    response: { id: 'UUID', deleted: 'true' },
  },
  {
    method: 'POST',
    path: '/api/catalogs',
    call: ['catalogs', 'create'],
    body: {
      name: 'string',
      'api_name?': 'snake_case',
      'is_active?': 'boolean',
      ...optionalTexts('reference', 'description', 'id_crm', 'id_erp', 'id_accounting'),
    },
    response: catalog,
  },
  { method: 'GET', path: '/api/catalogs/{id}', call: ['catalogs', 'get'], response: catalog },
  {
    method: 'POST',
    path: '/api/product-parents',
    call: ['productParents', 'create'],
    body: {
      api_name: 'snake_case',
      recurrence_type: "'one_off' | 'recurring'",
      name: 'string',
      'is_active?': 'boolean',
      ...optionalTexts('reference', 'description', 'id_crm', 'id_erp', 'id_accounting'),
    },
    response: createdProductParent,
  },
  { method: 'GET', path: '/api/product-parents', call: ['productParents', 'list'], response: [productParent] },
  {
    method: 'GET',
    path: '/api/product-parents/{id}/products/{product_id}',
    call: ['productParents', 'getProduct'],
    response: 'open',
  },
  {
    method: 'POST',
    path: '/api/products',
    call: ['products', 'create'],
    body: {
      // The rules of product parents name the required fields. The others are optional.
      api_name: 'snake_case',
      recurrence_type: "'one_off' | 'recurring'",
      name: 'two characters',
      'is_active?': 'boolean',
      'catalog_ids?': 'UUID[]',
      'category_ids?': 'UUID[]',
      ...optionalTexts('reference', 'description'),
      ...productGroups,
      'shipping[weight]?': 'number',
      'shipping[height]?': 'number',
      'shipping[length]?': 'number',
      'shipping[width]?': 'number',
      'shipping[weight_unit]?': 'string',
      'shipping[length_unit]?': 'string',
      'shipping[country_of_origin]?': 'string',
      'shipping[harmonized_system_code]?': 'string',
    },
    response: createdProduct,
  },
  { method: 'GET', path: '/api/products/{id}', call: ['products', 'get'], response: product },
  {
    method: 'PATCH',
    path: '/api/products/{id}',
    call: ['products', 'update'],
    body: {
      'name?': 'two characters',
      'description_inherit_from_product?': 'boolean',
      'primary_image_inherit_from_product?': 'boolean',
      'is_active?': 'boolean',
      'category_ids?': 'UUID[]',
      'primary_image_id?': 'UUID | null',
      ...optionalTexts('description', 'reference'),
      ...productGroups,
      // All of them can be null in the record, and null clears them.
      'shipping[weight]?': 'number | null',
      'shipping[height]?': 'number | null',
      'shipping[length]?': 'number | null',
      'shipping[width]?': 'number | null',
      'shipping[weight_unit]?': 'string | null',
      'shipping[length_unit]?': 'string | null',
      'shipping[country_of_origin]?': 'string | null',
      'shipping[harmonized_system_code]?': 'string | null',
    },
    immutable: ['api_name', 'recurrence_type', 'catalog_ids'],
    response: updatedProduct,
  },
  {
    method: 'PATCH',
    path: '/api/prices/{id}',
    call: ['prices', 'update'],
    body: {
      'pricing_model?': pricingModels,
      'amount?': 'positive',
      'volume_tiers?': 'anything[] | null',
      'is_volume_grid_displayed?': 'boolean',
      'graduated_tiers?': 'anything[] | null',
      'is_graduated_grid_displayed?': 'boolean',
      'percent?': 'percent | null',
      'price_percentage_type?': "'all' | 'product_type' | 'product' | null",
      'cost_multiplier?': 'number | null',
      'cost?': 'number | null',
      'floor_price?': 'number | null',
      'is_setup?': 'boolean',
      'is_pay_as_you_go?': 'boolean',
      'default_tax_id?': 'UUID | null',
      'billing_frequency_id?': 'UUID | null',
      'engagement_type?': "'forever' | 'fixed_period' | null",
      'period_duration?': 'number | null',
      'parent_price_id?': 'UUID | null',
      'identifiers[crm]?': 'string',
      'identifiers[erp]?': 'string',
      'identifiers[accounting]?': 'string',
    },
    immutable: ['product_id', 'pricebook_id', 'currency_id'],
    response: price,
  },
  { method: 'GET', path: '/api/payment-terms', call: ['paymentTerms', 'list'], response: 'open[]' },
];

/** 'Other operations (…): not shown', with the methods and paths that their neighbors have. */
export const notShown = [
  ['category create', 'POST', '/api/categories'],
  ['category list', 'GET', '/api/categories'],
  ['contact create', 'POST', '/api/contacts'],
  ['contact list', 'GET', '/api/contacts'],
  ['contact delete', 'DELETE', '/api/contacts/{id}'],
  ['catalog list', 'GET', '/api/catalogs'],
  ['catalog update', 'PATCH', '/api/catalogs/{id}'],
  ['catalog delete', 'DELETE', '/api/catalogs/{id}'],
  ['price get', 'GET', '/api/prices/{id}'],
  ['price list', 'GET', '/api/prices'],
  ['price create', 'POST', '/api/prices'],
  ['price delete', 'DELETE', '/api/prices/{id}'],
  ['customer update', 'PATCH', '/api/customers/{id}'],
  ['customer delete', 'DELETE', '/api/customers/{id}'],
  ['address delete', 'DELETE', '/api/addresses/{id}'],
  ['product-parent get', 'GET', '/api/product-parents/{id}'],
  ['product-parent update', 'PATCH', '/api/product-parents/{id}'],
  ['product-parent delete', 'DELETE', '/api/product-parents/{id}'],
  ['product list', 'GET', '/api/products'],
  ['product delete', 'DELETE', '/api/products/{id}'],
] as const;
