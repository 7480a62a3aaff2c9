import { createHash } from 'node:crypto';

export type Json = Record<string, unknown>;

/** A stored record. Groups of fields have flat keys, as in request bodies: `shipping[weight]`. */
export interface Row {
  readonly id: string;
  readonly workspace_id: string;
  readonly created_at: number;
  updated_at: number;
  [field: string]: unknown;
}

export type TableName =
  | 'customers'
  | 'contacts'
  | 'addresses'
  | 'catalogs'
  | 'categories'
  | 'parents'
  | 'products'
  | 'prices'
  | 'pricebooks'
  | 'discounts';

export type Tables = Readonly<Record<TableName, Row[]>>;

/** Returns the UUID that a text stands for. */
export function idOf(text: string): string {
  const hex = createHash('sha1').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const emptyExternalIds = { id_crm: null, id_erp: null, id_accounting: null };

/** The fields of a new product that a creation does not set. */
export const newProduct: Json = {
  reference: null,
  description: null,
  is_active: true,
  is_default: true,
  primary_image_inherit_from_product: true,
  primary_image_id: null,
  parent_primary_image_id: null,
  options: [],
  'settings[unit_per_pack]': 1,
  'settings[product_type]': null,
  'settings[language_code]': null,
  'settings[unit_of_measure]': null,
  'shipping[weight]': null,
  'shipping[weight_unit]': null,
  'shipping[height]': null,
  'shipping[length]': null,
  'shipping[width]': null,
  'shipping[length_unit]': null,
  'shipping[country_of_origin]': null,
  'shipping[harmonized_system_code]': null,
  'inventory[sku]': null,
  'identifiers[crm]': null,
  'identifiers[erp]': null,
  'identifiers[accounting]': null,
  'accounting[ledger_account]': null,
  created_by: 'api',
  updated_by: 'api',
};

/** The fields of a new price. */
export const newPrice: Json = {
  currency_id: idOf('nok'),
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
  'identifiers[crm]': null,
  'identifiers[erp]': null,
  'identifiers[accounting]': null,
};

/** Returns two workspaces of boat builders: `north` with all kinds of records, and `south` with a few. */
export function createTables(): Tables {
  const tables: Tables = {
    customers: [],
    contacts: [],
    addresses: [],
    catalogs: [],
    categories: [],
    parents: [],
    products: [],
    prices: [],
    pricebooks: [],
    discounts: [],
  };
  for (const workspace of ['north', 'south']) addWorkspace(tables, workspace);
  return tables;
}

function addWorkspace(tables: Tables, workspace: string): void {
  const id = (name: string) => idOf(`${workspace} ${name}`);
  let time = Date.UTC(2025, 2, 3, 8);
  const add = (table: TableName, name: string, fields: Json) => {
    time += 3_723_000;
    tables[table].push({ id: id(name), workspace_id: id('workspace'), created_at: time, updated_at: time, ...fields });
  };

  for (const [name, type] of [
    ['Fjord Ferries', 'company'],
    ['Ingrid Dahl', 'individual'],
    ['Harbor Supply', 'company'],
    ['Skagen Yachts', 'company'],
  ] as const) {
    add('customers', name, {
      name,
      type,
      segment_id: type === 'company' ? id('segment') : null,
      logo: null,
      tax_ids: type === 'company' ? [{ tax: 'no_vat', tax_value: 'NO923456783MVA' }] : [],
      ...emptyExternalIds,
      id_crm: `HS-${name.length}`,
    });
  }
  for (const [first_name, last_name, customer, role] of [
    ['Nora', 'Lund', 'Fjord Ferries', ['buyer', 'billing']],
    ['Elias', 'Berg', 'Fjord Ferries', ['signer']],
    ['Maja', 'Holm', 'Harbor Supply', ['admin']],
  ] as const) {
    add('contacts', first_name, {
      customer_id: id(customer),
      first_name,
      last_name,
      email: `${first_name.toLowerCase()}@boats.example`,
      phone: first_name === 'Nora' ? '+4722123456' : null,
      role: [...role],
      ...emptyExternalIds,
    });
  }
  for (const [name, customer, contact, type] of [
    ['Quay 1', 'Fjord Ferries', 'Nora', 'billing'],
    ['Quay 2', 'Fjord Ferries', null, 'shipping'],
    ['Home', 'Ingrid Dahl', null, 'billing'],
    ['Depot', 'Harbor Supply', 'Maja', 'shipping'],
  ] as const) {
    add('addresses', name, {
      customer_id: id(customer),
      type,
      name,
      address_line1: `${name} Street 4`,
      address_line2: null,
      city: 'Bergen',
      state: null,
      postal_code: '5003',
      country: 'NO',
      contact_id: contact && id(contact),
      comment: null,
      ...emptyExternalIds,
    });
  }
  for (const [api_name, parent] of [
    ['hulls', null],
    ['wooden_hulls', 'hulls'],
    ['engines', null],
    ['rigging', null],
    ['paint', null],
    ['sails', 'rigging'],
  ] as const) {
    add('categories', api_name, {
      name: api_name.replace('_', ' '),
      api_name,
      description: `All ${api_name}`,
      is_active: true,
      parent_category_id: parent && id(parent),
      deleted_at: null,
    });
  }
  add('discounts', 'Spring', { is_active: true, category_ids: [id('engines')] });
  for (const api_name of ['spring_sale', 'dealers']) {
    add('catalogs', api_name, {
      name: api_name.replace('_', ' '),
      api_name,
      reference: `CAT-${api_name.length}`,
      description: 'Boats and parts',
      is_active: true,
      ...emptyExternalIds,
    });
  }
  for (const api_name of ['retail', 'wholesale']) {
    add('pricebooks', api_name, { name: `Price list ${api_name}`, api_name, type: 'static' });
  }
  for (const [api_name, recurrence_type, category, models] of [
    ['dinghy', 'one_off', 'wooden_hulls', ['flat', 'volume']],
    ['outboard', 'one_off', 'engines', ['flat', 'percent']],
    ['mooring', 'recurring', 'rigging', ['graduated', 'none']],
  ] as const) {
    const name = `${api_name.charAt(0).toUpperCase()}${api_name.slice(1)}`;
    add('parents', `parent ${api_name}`, {
      name,
      api_name,
      recurrence_type,
      reference: `P-${api_name}`,
      description: `A ${api_name} for every harbor`,
      is_active: true,
      catalog_ids: [id('spring_sale')],
      category_ids: [id(category)],
      ...emptyExternalIds,
    });
    for (const color of ['red', 'blue']) {
      add('products', `${api_name} ${color}`, {
        ...newProduct,
        product_parent_id: id(`parent ${api_name}`),
        name: `${name} ${color}`,
        api_name: `${api_name}_${color}`,
        reference: `V-${api_name}-${color}`,
        description: `A ${color} ${api_name}`,
        description_inherit_from_product: false,
        is_default: color === 'red',
        options: [
          {
            option_id: id('color'),
            option_name: 'Color',
            option_api_name: 'color',
            value_id: id(color),
            value_name: color,
            value_api_name: color,
          },
        ],
        'settings[product_type]': 'good',
        'settings[language_code]': 'nb',
        'settings[unit_of_measure]': 'piece',
        'shipping[weight]': 120,
        'shipping[weight_unit]': 'kg',
        'inventory[sku]': `${api_name.slice(0, 3).toUpperCase()}-${color}`,
        'accounting[ledger_account]': '3000',
      });
      for (const [index, pricing_model] of models.entries()) {
        const pricebook = index === 0 ? 'retail' : 'wholesale';
        add('prices', `price ${api_name} ${color} ${pricebook}`, {
          ...newPrice,
          product_id: id(`${api_name} ${color}`),
          pricebook_id: id(pricebook),
          pricing_model,
          amount: pricing_model === 'flat' ? 990 : null,
          percent: pricing_model === 'percent' ? 15 : null,
        });
      }
    }
  }
}
