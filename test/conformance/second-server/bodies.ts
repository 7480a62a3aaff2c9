import type { Json } from './data.ts';

/** A field of a request body. */
interface Field {
  /** Whether a value other than null is valid. */
  readonly accepts: (value: unknown) => boolean;
  /** The message of the validation error. */
  readonly message: string;
  /** Converts a value of another JSON type. */
  readonly convert?: (value: unknown) => unknown;
  readonly isRequired?: boolean;
  /** Whether the field reads as `T | null`: a PATCH clears it with null. */
  readonly isNullable?: boolean;
}

type Fields = Readonly<Record<string, Field>>;

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

export function isId(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const text: Field = {
  accepts: isText,
  message: 'must be a string',
  convert: (value) => (isNumber(value) ? String(value) : value),
};
const number: Field = {
  accepts: isNumber,
  message: 'must be a number',
  convert: (value) => (isText(value) && /^\d+$/.test(value) ? Number(value) : value),
};
const boolean: Field = { accepts: (value) => typeof value === 'boolean', message: 'must be a boolean' };
const id: Field = { accepts: isId, message: 'must be a valid UUID' };
const ids: Field = {
  accepts: (value) => Array.isArray(value) && value.every(isId),
  message: 'must be a list of UUIDs',
};
const url: Field = { accepts: (value) => isText(value) && URL.canParse(value), message: 'must be a URL' };
const tiers: Field = { accepts: Array.isArray, message: 'must be an array' };
const email: Field = {
  accepts: (value) => isText(value) && /^\S+@\S+$/.test(value),
  message: 'must be an e-mail address',
};
const displayName: Field = {
  accepts: (value) => isText(value) && value.length >= 2,
  message: 'must be at least 2 characters',
};
const snakeCase: Field = {
  accepts: (value) => isText(value) && /^[a-z][a-z0-9_]*$/.test(value),
  message: 'must be in snake_case',
};
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const country: Field = {
  accepts: (value) => isText(value) && /^[A-Z]{2}$/.test(value) && regionNames.of(value) !== undefined,
  message: 'must be an ISO 3166-1 alpha-2 code',
};
const taxIds: Field = {
  accepts: (value) =>
    Array.isArray(value) && value.every((entry) => isText(Object(entry).tax) && isText(Object(entry).tax_value)),
  message: 'must be a list of {tax, tax_value}',
};
const positive: Field = { accepts: (value) => isNumber(value) && value > 0, message: 'must be a positive number' };
const percent: Field = {
  accepts: (value) => isNumber(value) && value >= 0 && value <= 100,
  message: 'must be from 0 to 100',
};

function oneOf(...values: readonly string[]): Field {
  return {
    accepts: (value) => isText(value) && values.includes(value),
    message: `must be one of ${values.join(', ')}`,
  };
}

const role: Field = {
  accepts: (value) =>
    Array.isArray(value) && value.every(oneOf('buyer', 'signer', 'billing', 'shipping', 'legal', 'admin').accepts),
  message: 'must be a list of roles',
};

const required = (field: Field): Field => ({ ...field, isRequired: true });
const nullable = (field: Field): Field => ({ ...field, isNullable: true });

const externalIds: Fields = { id_crm: nullable(text), id_erp: nullable(text), id_accounting: nullable(text) };
const recurrence = oneOf('one_off', 'recurring');
const addressType = oneOf('billing', 'shipping');
const identifiers: Fields = { 'identifiers[crm]': text, 'identifiers[erp]': text, 'identifiers[accounting]': text };
const productGroups: Fields = {
  'inventory[sku]': text,
  'settings[unit_per_pack]': number,
  'accounting[ledger_account]': text,
  ...identifiers,
  'shipping[weight]': nullable(number),
  'shipping[height]': nullable(number),
  'shipping[length]': nullable(number),
  'shipping[width]': nullable(number),
  'shipping[weight_unit]': nullable(text),
  'shipping[length_unit]': nullable(text),
  'shipping[country_of_origin]': nullable(text),
  'shipping[harmonized_system_code]': nullable(text),
};
const optionalAddressFields: Fields = {
  name: nullable(text),
  address_line2: nullable(text),
  state: nullable(text),
  contact_id: nullable(id),
  comment: nullable(text),
  ...externalIds,
};
const optionalParentFields: Fields = { reference: text, description: text, is_active: boolean };

/** The fields of each body, as the specification lists them. */
export const bodies: Readonly<Record<string, Fields>> = {
  'customers.create': {
    name: required(text),
    type: required(oneOf('company', 'individual')),
    segment_id: nullable(id),
    logo: nullable(url),
    tax_ids: taxIds,
    ...externalIds,
  },
  'contacts.update': {
    first_name: text,
    last_name: text,
    email,
    phone: nullable(text),
    role,
    ...externalIds,
  },
  'addresses.create': {
    customer_id: required(id),
    type: required(addressType),
    address_line1: required(text),
    city: required(text),
    postal_code: required(text),
    country: required(country),
    ...optionalAddressFields,
  },
  'addresses.update': {
    type: addressType,
    address_line1: text,
    city: text,
    postal_code: text,
    country,
    ...optionalAddressFields,
  },
  'categories.update': { name: text, description: text, is_active: boolean, parent_category_id: nullable(id) },
  'catalogs.create': { name: required(text), api_name: snakeCase, ...optionalParentFields, ...externalIds },
  'productParents.create': {
    api_name: required(snakeCase),
    recurrence_type: required(recurrence),
    name: required(text),
    ...optionalParentFields,
    ...externalIds,
  },
  'products.create': {
    api_name: required(snakeCase),
    recurrence_type: required(recurrence),
    name: required(displayName),
    reference: text,
    description: text,
    is_active: boolean,
    catalog_ids: ids,
    category_ids: ids,
    ...productGroups,
  },
  'products.update': {
    name: displayName,
    description: text,
    reference: text,
    description_inherit_from_product: boolean,
    primary_image_inherit_from_product: boolean,
    is_active: boolean,
    category_ids: ids,
    primary_image_id: nullable(id),
    ...productGroups,
  },
  'prices.update': {
    pricing_model: oneOf('flat', 'volume', 'graduated', 'percent', 'cost_based', 'none'),
    amount: positive,
    volume_tiers: nullable(tiers),
    is_volume_grid_displayed: boolean,
    graduated_tiers: nullable(tiers),
    is_graduated_grid_displayed: boolean,
    percent: nullable(percent),
    price_percentage_type: nullable(oneOf('all', 'product_type', 'product')),
    cost_multiplier: nullable(number),
    cost: nullable(number),
    floor_price: nullable(number),
    is_setup: boolean,
    is_pay_as_you_go: boolean,
    default_tax_id: nullable(id),
    billing_frequency_id: nullable(id),
    engagement_type: nullable(oneOf('forever', 'fixed_period')),
    period_duration: nullable(number),
    parent_price_id: nullable(id),
    ...identifiers,
  },
};

/** The fields that an update cannot change. */
export const immutableFields: Readonly<Record<string, readonly string[]>> = {
  'contacts.update': ['customer_id'],
  'addresses.update': ['customer_id'],
  'categories.update': ['api_name'],
  'products.update': ['api_name', 'recurrence_type', 'catalog_ids'],
  'prices.update': ['product_id', 'pricebook_id', 'currency_id'],
};

/** Fields of every record that only the server sets. */
export const readOnlyFields: readonly string[] = ['id', 'workspace_id', 'created_at', 'updated_at'];

/** Formats that a server may require in addition: values that a person would enter have them. */
const plausibleFormats: Readonly<Record<string, RegExp>> = {
  email: /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i,
  phone: /^\+?[\d ()/-]{6,20}$/,
  logo: /^https:\/\//,
  postal_code: /^[\dA-Z][\dA-Z -]{2,9}$/,
  'shipping[weight_unit]': /^(?:kg|lbs)$/,
  'shipping[length_unit]': /^(?:cm|in|m|mm|ft)$/,
  'shipping[country_of_origin]': /^[A-Z]{2}$/,
  'shipping[harmonized_system_code]': /^\d{4}(?:\.?\d{2}){0,3}$/,
  'accounting[ledger_account]': /^\d{3,10}$/,
  'inventory[sku]': /^[\w.-]{2,40}$/,
};

/** Whether a valid value has the format that a strict server requires. */
export function isPlausible(field: string, value: unknown): boolean {
  if (typeof value === 'number') return value >= 0;
  return typeof value !== 'string' || (plausibleFormats[field]?.test(value) ?? true);
}

/** Returns a value as a server may store it: trimmed, and in the usual case. */
export function normalizeValue(field: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (field === 'email') return value.trim().toLowerCase();
  return field === 'phone' ? value.replaceAll(/[^\d+]/g, '') : value.trim();
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
