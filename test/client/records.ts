/** One record in each of the shapes that the service returns, written out as the specification has them. */
const at = '2026-03-01T09:30:00.000Z';
const times = { created_at: at, updated_at: at };
const external = { id_crm: null, id_erp: 'K-100', id_accounting: null };

export const ids = {
  workspace: '0b0e4c9e-5a5f-4a53-9f0a-1a8f6c2d9e01',
  customer: '3f2b8c1e-7d64-4e0b-8f63-2f1f0c9d7a11',
  contact: '5c9d7a10-3f2b-4c1e-8d64-e0b8f632f1f0',
  address: '7a11d9c0-f1f2-436f-8b0e-46d7e1c8b2f3',
  category: '9e01d9c2-8f6c-4a1a-9a0f-53a4f5a5e9c4',
  catalog: 'a1b2c3d4-e5f6-4789-8abc-def012345678',
  parent: 'b2c3d4e5-f678-49ab-8cde-f01234567890',
  product: 'c3d4e5f6-789a-4bcd-8ef0-123456789012',
  price: 'd4e5f678-9abc-4def-8012-345678901234',
  pricebook: 'e5f6789a-bcde-4f01-8234-567890123456',
  currency: 'f6789abc-def0-4123-8456-789012345678',
};

const customerBase = {
  id: ids.customer,
  workspace_id: ids.workspace,
  name: 'Acme GmbH',
  type: 'company',
  segment_id: null,
  logo: null,
  ...external,
  ...times,
};
const tax = { tax_ids: [{ tax: 'eu_vat', tax_value: 'DE123456789' }] };
const links = { contact_ids: [ids.contact], address_ids: [ids.address] };

export const customer = { ...customerBase, ...tax, ...links };
export const customerListItem = { ...customerBase, ...links };
export const createdCustomer = { ...customerBase, ...tax };

export const contact = {
  id: ids.contact,
  workspace_id: ids.workspace,
  customer_id: ids.customer,
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  phone: null,
  role: ['buyer', 'legal'],
  ...external,
  address_ids: [ids.address],
  ...times,
};

export const address = {
  id: ids.address,
  customer_id: ids.customer,
  type: 'shipping',
  name: null,
  address_line1: 'Hafenstrasse 1',
  address_line2: null,
  city: 'Hamburg',
  state: null,
  postal_code: '20457',
  country: 'DE',
  contact_id: null,
  comment: null,
  ...external,
  ...times,
};
export const addressListItem = { ...address, workspace_id: ids.workspace };

export const category = {
  id: ids.category,
  workspace_id: ids.workspace,
  name: 'Desks',
  api_name: 'desks',
  description: '',
  is_active: true,
  parent_category_id: null,
  ...times,
};

export const catalog = {
  id: ids.catalog,
  name: 'Office',
  api_name: 'office',
  reference: '',
  description: '',
  is_active: true,
  ...external,
  ...times,
};

export const createdProductParent = {
  id: ids.parent,
  catalog_ids: [ids.catalog],
  name: 'Standing desk',
  api_name: 'standing_desk',
  recurrence_type: 'one_off',
  reference: '',
  description: '',
  is_active: true,
  ...external,
  ...times,
};
export const productParent = { ...createdProductParent, product_ids: [ids.product] };

const settings = { unit_per_pack: 1, product_type: 'goods', unit_of_measure: 'piece', recurrence_type: 'one_off' };
const productPrice = { id: ids.price, pricebook_id: ids.pricebook, pricebook_api_name: 'retail' };
const productBase = {
  id: ids.product,
  product_parent_id: ids.parent,
  workspace_id: ids.workspace,
  name: 'Standing desk',
  api_name: 'standing_desk',
  reference: '',
  description: '',
  description_inherit_from_product: false,
  primary_image_inherit_from_product: true,
  is_active: true,
  is_default: true,
  shipping: {
    weight: 32,
    weight_unit: 'kg',
    height: null,
    length: null,
    width: null,
    length_unit: null,
    country_of_origin: 'DE',
    harmonized_system_code: null,
  },
  inventory: { sku: 'SD-1' },
  identifiers: { crm: '', erp: 'E-1', accounting: '' },
  accounting: { ledger_account: '8400' },
  primary_image_id: null,
  parent_primary_image_id: null,
  options: [],
  ...times,
};

export const updatedProduct = {
  ...productBase,
  catalogs: [{ id: ids.catalog, api_name: 'office' }],
  categories: [{ id: ids.category, api_name: 'desks' }],
  settings: { ...settings, language_code: 'en' },
  prices: [{ ...productPrice, pricing_model: 'flat', amount: 499 }],
};
export const product = { ...updatedProduct, created_by: 'ada', updated_by: 'ada' };
export const createdProduct = {
  ...productBase,
  catalog_ids: [ids.catalog],
  category_ids: [ids.category],
  product_ids: [ids.product],
  settings: { ...settings, language_id: 'lang_en' },
  prices: [productPrice],
};

export const price = {
  id: ids.price,
  product_id: ids.product,
  pricebook_id: ids.pricebook,
  currency_id: ids.currency,
  pricing_model: 'flat',
  amount: 499,
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
  identifiers: { crm: '', erp: '', accounting: '' },
  workspace_id: ids.workspace,
  ...times,
  product_variant_name: 'Standing desk',
  pricebook_name: 'Retail',
  pricebook_type: 'static',
  currency_name: 'Euro',
  currency_api_name: 'eur',
  default_tax_name: null,
  default_tax_rate: null,
  default_tax_amount: null,
  default_tax_is_percentage: null,
  billing_frequency_period: null,
  billing_frequency_unit: null,
};

/** The fields of an `ApiError` that a test creates itself. */
export const apiErrorFields = {
  status: 404,
  code: 'not_found',
  error: '',
  details: undefined,
  issues: [],
  resource: undefined,
  requestId: undefined,
  retryAfter: undefined,
  attempts: 1,
  method: 'GET',
  url: '',
} as const;
