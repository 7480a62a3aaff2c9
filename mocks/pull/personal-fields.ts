/**
 * Marks every text of the contract that people write: it is personal, or it is harmless. Ids, times and enums need no
 * mark. A test fails if a field has none.
 *
 * It is not part of the schemas, because only `masterdata-sdk pull` needs it, and the schemas are part of each bundle.
 */

/** A kind of personal data. Texts of one kind that are equal get the same replacement, in all records. */
export type PersonalKind =
  | 'customerName'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone'
  | 'street'
  | 'city'
  | 'region'
  | 'postalCode'
  | 'taxId'
  | 'url'
  /** Identifiers of records, accounts and users in other systems. */
  | 'externalId'
  /** Labels, comments, descriptions, and JSON whose fields the specification does not document. */
  | 'freeText';

type TextMark = PersonalKind | 'harmless';

const externalIds = { id_crm: 'externalId', id_erp: 'externalId', id_accounting: 'externalId' } as const;

const identifiers = {
  'identifiers.crm': 'externalId',
  'identifiers.erp': 'externalId',
  'identifiers.accounting': 'externalId',
} as const;

/** The marks by resource and path. `*` stands for a record whose fields the specification does not document. */
export const personalFields: Readonly<Record<string, Readonly<Record<string, TextMark>>>> = {
  customers: {
    name: 'customerName',
    logo: 'url',
    'tax_ids.tax': 'harmless',
    'tax_ids.tax_value': 'taxId',
    ...externalIds,
  },
  contacts: {
    first_name: 'firstName',
    last_name: 'lastName',
    email: 'email',
    phone: 'phone',
    ...externalIds,
  },
  addresses: {
    name: 'freeText',
    address_line1: 'street',
    address_line2: 'freeText',
    city: 'city',
    state: 'region',
    postal_code: 'postalCode',
    country: 'harmless',
    comment: 'freeText',
    ...externalIds,
  },
  categories: { name: 'harmless', api_name: 'harmless', description: 'freeText', deleted: 'harmless' },
  catalogs: { name: 'harmless', api_name: 'harmless', reference: 'harmless', description: 'freeText', ...externalIds },
  productParents: {
    '*': 'freeText',
    name: 'harmless',
    api_name: 'harmless',
    reference: 'harmless',
    description: 'freeText',
    ...externalIds,
  },
  products: {
    name: 'harmless',
    api_name: 'harmless',
    reference: 'harmless',
    description: 'freeText',
    'settings.product_type': 'harmless',
    'settings.unit_of_measure': 'harmless',
    'settings.language_code': 'harmless',
    'settings.language_id': 'harmless',
    'shipping.weight_unit': 'harmless',
    'shipping.length_unit': 'harmless',
    'shipping.country_of_origin': 'harmless',
    'shipping.harmonized_system_code': 'harmless',
    'inventory.sku': 'harmless',
    'accounting.ledger_account': 'externalId',
    ...identifiers,
    'catalogs.api_name': 'harmless',
    'categories.api_name': 'harmless',
    'options.option_id': 'harmless',
    'options.option_name': 'harmless',
    'options.option_api_name': 'harmless',
    'options.value_id': 'harmless',
    'options.value_name': 'harmless',
    'options.value_api_name': 'harmless',
    'prices.pricebook_api_name': 'harmless',
    created_by: 'externalId',
    updated_by: 'externalId',
  },
  prices: {
    volume_tiers: 'freeText',
    graduated_tiers: 'freeText',
    ...identifiers,
    product_variant_name: 'harmless',
    pricebook_name: 'harmless',
    pricebook_type: 'harmless',
    currency_name: 'harmless',
    currency_api_name: 'harmless',
    default_tax_name: 'harmless',
    billing_frequency_period: 'harmless',
    billing_frequency_unit: 'harmless',
  },
  paymentTerms: { '*': 'freeText' },
};
