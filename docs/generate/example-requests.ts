import type * as z from 'zod/mini';
import type { MockDatabase } from '../../mocks/index.ts';
import type { ContractEndpoint } from '../../src/contract/index.ts';
import type { OperationName } from '../../src/contract/operations.ts';

type BodyOf<O extends ContractEndpoint> = O extends { readonly body: infer Body extends z.ZodMiniType }
  ? { readonly body: (db: MockDatabase) => z.input<Body> }
  : { readonly body?: undefined };

type QueryOf<O extends ContractEndpoint> = O extends { readonly query: infer Query extends z.ZodMiniType }
  ? { readonly query: (db: MockDatabase) => z.input<Query> }
  : { readonly query?: undefined };

/** An example of a request to an operation. */
type Example<O extends ContractEndpoint> = BodyOf<O> &
  QueryOf<O> & {
    /** Values for the parameters of the path. */
    readonly params?: (db: MockDatabase) => Readonly<Record<string, string>>;
    /** An invalid body (as on the wire) or query, if the operation validates one. */
    readonly invalid?: Readonly<Record<string, unknown>>;
  };

/** A request to each operation in the demo workspace, and one that fails validation. */
export const exampleRequests: {
  readonly [Name in OperationName]: Example<Extract<ContractEndpoint, { readonly name: Name }>>;
} = {
  'customers.create': {
    body: () => ({
      name: 'Atelier Brandt',
      type: 'company',
      logo: 'https://assets.example.com/brandt.svg',
      tax_ids: [{ tax: 'eu_vat', tax_value: 'DE811569869' }],
      id_crm: 'C-2044',
    }),
    invalid: { name: 'Atelier Brandt', type: 'workshop', tax_ids: [{ tax: 'eu_vat' }] },
  },
  'customers.list': {},
  'customers.get': { params: halm },
  'contacts.get': { params: lindqvist },
  'contacts.update': {
    params: lindqvist,
    body: () => ({ role: ['buyer', 'billing'], phone: null }),
    invalid: { role: ['owner'], customer_id: '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b' },
  },
  'addresses.create': {
    body: (db) => ({
      customer_id: halm(db).id,
      type: 'shipping',
      address_line1: 'Gartenstraße 9',
      city: 'Leipzig',
      postal_code: '04103',
      country: 'DE',
      contact_id: lindqvist(db).id,
    }),
    invalid: { customer_id: 'C-1001', type: 'office', address_line1: 'Gartenstraße 9', city: 'Leipzig', country: 'DE' },
  },
  'addresses.list': { query: (db) => ({ customer_id: halm(db).id }), invalid: { customer_id: 'C-1001' } },
  'addresses.get': { params: warehouse },
  'addresses.update': {
    params: warehouse,
    body: () => ({ address_line1: 'Am Nordkai 5', address_line2: null, comment: 'Deliveries before ten' }),
    invalid: { type: 'office', country: 'Germany' },
  },
  'categories.get': { params: category('standing_desks') },
  'categories.update': {
    params: category('standing_desks'),
    body: () => ({ description: 'Desks that can be raised and lowered', parent_category_id: null }),
    invalid: { is_active: 'yes', api_name: 'sit_stand_desks' },
  },
  'categories.delete': { params: category('lighting') },
  'catalogs.create': {
    body: () => ({ name: 'Workshop 2026', description: 'Benches and tools' }),
    invalid: { api_name: 'Workshop 2026' },
  },
  'catalogs.get': { params: ({ catalogs }) => idOf(catalogs.find({ api_name: 'office_2026' })) },
  'productParents.create': {
    body: () => ({ api_name: 'rolling_shelf', recurrence_type: 'one_off', name: 'Rolling shelf', reference: 'RS-600' }),
    invalid: { name: 'Rolling shelf' },
  },
  'productParents.list': {},
  'productParents.getProduct': {
    params: ({ products }) => {
      const product = products.find({ api_name: 'fjord_standing_desk_walnut' });
      return { id: product?.product_parent_id ?? '', product_id: idOf(product).id };
    },
  },
  'products.create': {
    body: ({ catalogs, categories }) => ({
      api_name: 'folding_table',
      recurrence_type: 'one_off',
      name: 'Folding table',
      catalog_ids: [idOf(catalogs.find({ api_name: 'office_2026' })).id],
      category_ids: [idOf(categories.find({ api_name: 'desks' })).id],
      inventory: { sku: 'FT-700' },
      identifiers: { erp: '410077' },
      shipping: { weight: 18.5, weight_unit: 'kg' },
    }),
    invalid: { api_name: 'Folding Table', recurrence_type: 'one_off', name: 'F', 'shipping[weight]': 'heavy' },
  },
  'products.get': { params: desk },
  'products.update': {
    params: desk,
    body: () => ({ description: 'Height-adjustable, with a solid oak top', shipping: { weight: 41, height: null } }),
    invalid: { api_name: 'fjord_desk', name: 'F' },
  },
  'prices.update': {
    params: ({ prices, products }) =>
      idOf(prices.find({ product_id: idOf(products.find({ api_name: 'stille_office_chair' })).id })),
    body: () => ({ pricing_model: 'flat', amount: 349, volume_tiers: null, identifiers: { erp: 'PR-349' } }),
    invalid: { amount: -1, percent: 120 },
  },
  'paymentTerms.list': {},
};

function halm({ customers }: MockDatabase) {
  return idOf(customers.find({ id_crm: 'C-1001' }));
}

function lindqvist({ contacts }: MockDatabase) {
  return idOf(contacts.find({ id_crm: 'P-2001' }));
}

function warehouse({ addresses }: MockDatabase) {
  return idOf(addresses.find({ name: 'Warehouse' }));
}

function category(api_name: string) {
  return ({ categories }: MockDatabase) => idOf(categories.find({ api_name }));
}

function desk({ products }: MockDatabase) {
  return idOf(products.find({ api_name: 'fjord_standing_desk' }));
}

function idOf(row: { readonly id: string } | undefined): { readonly id: string } {
  if (!row) throw new Error('the demo workspace has no such record');
  return { id: row.id };
}
