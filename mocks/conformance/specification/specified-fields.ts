/** A sentence of the specification. */
export interface Sentence {
  /** The section that contains it. */
  readonly section: string;
  /** The sentence. */
  readonly text: string;
}

/** The tables of fields of the specification, by the name of their section. */
export const specifiedFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Customer: {
    id: 'string (UUID)',
    workspace_id: 'string (UUID)',
    name: 'string, display name',
    type: 'string, `company` or `individual`',
    segment_id: 'string (UUID) or null',
    logo: 'string or null, URL',
    tax_ids: 'array of {tax: string, tax_value: string}, returned by Get Customer; each entry has both keys',
    'id_crm, id_erp, id_accounting': 'string or null, external identifiers',
    contact_ids: 'array of UUID strings, contacts linked to the customer',
    address_ids: 'array of UUID strings, addresses linked to the customer',
    'created_at, updated_at': 'string (ISO 8601)',
  },
  Contact: {
    id: 'string (UUID)',
    workspace_id: 'string (UUID)',
    customer_id: 'string (UUID), parent customer; cannot change after creation',
    first_name: 'string',
    last_name: 'string',
    email: 'string, e-mail address, placeholder <EMAIL>',
    phone: 'string or null',
    role: 'array of string, allowed values: `buyer`, `signer`, `billing`, `shipping`, `legal`, `admin`',
    'id_crm, id_erp, id_accounting': 'string or null',
    address_ids: 'array of UUID strings, addresses linked to this contact',
    'created_at, updated_at': 'string (ISO 8601)',
  },
  Address: {
    id: 'string (UUID)',
    workspace_id: 'string (UUID), present in create and list responses',
    customer_id: 'string (UUID), cannot change after creation',
    type: 'string, `billing` or `shipping`',
    name: 'string or null, label',
    address_line1: 'string, street address',
    address_line2: 'string or null',
    city: 'string',
    state: 'string or null, state or region',
    postal_code: 'string',
    country: 'string, ISO 3166-1 alpha-2 code',
    contact_id: 'string (UUID) or null, associated contact',
    comment: 'string or null, internal comment',
    'id_crm, id_erp, id_accounting': 'string or null',
    'created_at, updated_at': 'string (ISO 8601)',
  },
  Category: {
    id: 'string (UUID)',
    workspace_id: 'string (UUID)',
    name: 'string',
    api_name: 'string, immutable after creation',
    description: 'string',
    is_active: 'boolean',
    parent_category_id: 'string (UUID) or null, hierarchy; null means no parent',
    'created_at, updated_at': 'string (ISO 8601)',
  },
  Catalog: {
    id: 'string (UUID)',
    name: 'string',
    api_name: 'string, generated when not supplied at creation',
    reference: 'string, internal reference',
    description: 'string',
    is_active: 'boolean, default `true` on creation',
    'id_crm, id_erp, id_accounting': 'string or null',
    'created_at, updated_at': 'string (ISO 8601)',
  },
  'Product parent': {
    id: 'string (UUID)',
    catalog_ids: 'array of UUID strings, linked catalogs',
    product_ids: 'array of UUID strings, linked products; returned by list, absent from the create response',
    name: 'string',
    api_name: 'string, snake_case, unique',
    recurrence_type: 'string, billing model: `one_off` or `recurring`',
    reference: 'string, internal reference',
    description: 'string',
    is_active: 'boolean, default `true` on creation',
    'id_crm, id_erp, id_accounting': 'string or null',
    'created_at, updated_at': 'string (ISO 8601)',
  },
  'Product (variant)': {
    id: 'string (UUID)',
    product_parent_id: 'string (UUID)',
    workspace_id: 'string (UUID)',
    name: 'string, display name combining parent and variant options',
    api_name: 'string, creation-only',
    reference: 'string',
    description: 'string',
    description_inherit_from_product: 'boolean, inherit description from the parent',
    primary_image_inherit_from_product: 'boolean, inherit primary image from the parent',
    is_active: 'boolean',
    is_default: 'boolean, whether this is the default product',
    catalogs: 'array of {id: UUID, api_name: string}, catalogs linked to the parent',
    categories: 'array of {id: UUID, api_name: string}, categories linked to the parent',
    settings:
      'object, `unit_per_pack` number, `product_type` string, `language_code` string (for example a two-letter code), `unit_of_measure` string, `recurrence_type` (`one_off` or `recurring`, taken from the parent)',
    shipping:
      'object, `weight` number, `weight_unit` string (kg, lbs), `height` number, `length` number, `width` number, `length_unit` string (cm, in, etc.), `country_of_origin` string, `harmonized_system_code` string; all may be null',
    inventory: 'object, `sku` string',
    identifiers: 'object, `crm`, `erp`, `accounting` strings',
    accounting: 'object, `ledger_account` string',
    primary_image_id:
      'string (UUID) or null, when `primary_image_inherit_from_product` is true and this is null, `parent_primary_image_id` is the effective image',
    parent_primary_image_id: 'string (UUID) or null, read-only',
    options:
      'array, entries: `option_id`, `option_name`, `option_api_name`, `value_id`, `value_name`, `value_api_name` (all strings)',
    prices:
      'array, entries: `id`, `pricebook_id`, `pricebook_api_name`; also `pricing_model` and `amount` in Get and Update responses',
    'created_at, updated_at': 'string (ISO 8601)',
    'created_by, updated_by': 'string, user identifiers; present in Get Product',
  },
  Price: {
    id: 'string (UUID)',
    product_id: 'string (UUID), immutable',
    pricebook_id: 'string (UUID), immutable',
    currency_id: 'string (UUID), immutable',
    pricing_model: 'string, `flat`, `volume`, `graduated`, `percent`, `cost_based`, `none`',
    amount: 'number, fixed price, for flat pricing',
    volume_tiers: 'array or null',
    is_volume_grid_displayed: 'boolean, show volume tiers to customers',
    graduated_tiers: 'array or null',
    is_graduated_grid_displayed: 'boolean, show graduated tiers to customers',
    percent: 'number or null, 0 to 100',
    price_percentage_type: 'string or null, scope: `all`, `product_type`, `product`',
    cost_multiplier: 'number or null, cost-based pricing',
    cost: 'number or null, base cost',
    floor_price: 'number or null, minimum acceptable price',
    is_setup: 'boolean, setup fee',
    is_pay_as_you_go: 'boolean',
    default_tax_id: 'string (UUID) or null',
    billing_frequency_id: 'string (UUID) or null',
    engagement_type: 'string or null, `forever` or `fixed_period`',
    period_duration: 'number or null, number of billing periods',
    parent_price_id: 'string (UUID) or null, for dynamic pricebooks',
    identifiers: 'object, `crm`, `erp`, `accounting` strings',
    workspace_id: 'string (UUID)',
    'created_at, updated_at': 'string (ISO 8601)',
    'product_variant_name, pricebook_name, pricebook_type, currency_name, currency_api_name, default_tax_name, default_tax_rate, default_tax_amount, default_tax_is_percentage, billing_frequency_period, billing_frequency_unit':
      'enriched read-only fields; `default_tax_rate` number, `default_tax_is_percentage` boolean',
  },
};

/** The sentences about fields that no table has. */
const fieldSentences: Readonly<Record<string, Sentence>> = {
  'Category deleted_at': {
    section: 'Resources and their fields, Category',
    text: 'A category also has a `deleted_at` timestamp, set on soft deletion.',
  },
};

/** Returns the row of a table about a field, by the name of a resource: `Product`, `Customer`. */
export function findFieldRow(resource: string, field: string): Sentence | undefined {
  const [name = ''] = /^\w+/.exec(field) ?? [];
  const sentence = fieldSentences[`${resource} ${name}`];
  if (sentence) return sentence;
  const [table, rows] =
    Object.entries(specifiedFields).find(([key]) => key.replace(' (variant)', '') === resource) ?? [];
  const row = Object.entries(rows ?? {}).find(([names]) => names.split(', ').includes(name));
  return row && { section: `Resources and their fields, ${table}`, text: fieldText(row) };
}

/** Returns a row as text: `` `logo`: string or null, URL ``. */
export function fieldText([names, text]: readonly [names: string, text: string]): string {
  return `${names
    .split(', ')
    .map((name) => `\`${name}\``)
    .join(', ')}: ${text}`;
}
