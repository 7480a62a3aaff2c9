/** Valid and invalid requests to every operation. */
import type { MockServer } from '../../mocks/index.ts';
import type { OperationName } from '../../src/contract/operations.ts';

type Body = Readonly<Record<string, unknown>>;

/** Requests to an operation. */
export interface Call {
  readonly name: OperationName;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path to a record of the demo workspace. */
  readonly path: (mock: MockServer) => string;
  /** Paths to records that do not exist. */
  readonly unknown?: readonly string[];
  /** Paths with a malformed id. */
  readonly malformed?: readonly string[];
  /** A valid body with flat keys. */
  readonly body?: (mock: MockServer) => Body;
  /** Bodies that the document and the mock reject. */
  readonly invalid?: readonly Body[];
  /** Well-formed fields that the mock rejects because of its records, and the status. */
  readonly rejected?: readonly (readonly [Body, number])[];
}

const nobody = '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b';

/** The paths of the operations on one record. */
function record(segment: string, id: (mock: MockServer) => string) {
  return {
    path: (mock: MockServer) => `/api/${segment}/${id(mock)}`,
    unknown: [`/api/${segment}/${nobody}`],
    malformed: [`/api/${segment}/C-1001`],
  };
}

function collection(segment: string) {
  return { path: () => `/api/${segment}` };
}

const first = (rows: readonly { readonly id: string }[]) => rows[0]?.id ?? '';
const customer = record('customers', ({ db }) => first(db.customers.list()));
const contact = record('contacts', ({ db }) => first(db.contacts.list()));
const address = record('addresses', ({ db }) => first(db.addresses.list()));
const category = record('categories', ({ db }) => first(db.categories.list({ api_name: 'services' })));
const catalog = record('catalogs', ({ db }) => first(db.catalogs.list()));
const product = record('products', ({ db }) => first(db.products.list()));
const price = record('prices', ({ db }) => first(db.prices.list()));

/** Every operation. */
export const calls: readonly Call[] = [
  {
    name: 'customers.create',
    method: 'POST',
    ...collection('customers'),
    body: () => ({ name: 'Halm', type: 'individual', segment_id: nobody }),
    invalid: [
      {},
      { name: 'Halm', type: 'club' },
      { name: 7, type: 'company' },
      { name: 'Halm', type: 'company', logo: 'not a URL' },
      { name: 'Halm', type: 'company', segment_id: 'C-1' },
      { name: 'Halm', type: 'company', id_crm: null },
      { name: 'Halm', type: 'company', tax_ids: [{ tax: 'eu_vat' }] },
      { name: 'Halm', type: 'company', color: 'red' },
    ],
  },
  { name: 'customers.list', method: 'GET', ...collection('customers') },
  { name: 'customers.get', method: 'GET', ...customer },
  { name: 'contacts.get', method: 'GET', ...contact },
  {
    name: 'contacts.update',
    method: 'PATCH',
    ...contact,
    body: () => ({ email: 'greta@halm.example', phone: null, role: [] }),
    invalid: [
      { role: ['owner'] },
      { email: 'no address' },
      { customer_id: nobody },
      { first_name: null },
      { address_ids: [] },
    ],
  },
  {
    name: 'addresses.create',
    method: 'POST',
    ...collection('addresses'),
    body: ({ db }) => ({
      customer_id: first(db.customers.list()),
      type: 'billing',
      address_line1: 'Lindenstraße 14',
      city: 'Berlin',
      postal_code: '10969',
      country: 'DE',
    }),
    invalid: [
      {},
      { customer_id: 'C-1', type: 'billing', address_line1: 'A 1', city: 'B', postal_code: '1', country: 'DE' },
      { customer_id: nobody, type: 'office', address_line1: 'A 1', city: 'B', postal_code: '1', country: 'DE' },
      { customer_id: nobody, type: 'billing', address_line1: 'A 1', city: 'B', postal_code: '1', country: 'XX' },
    ],
    rejected: [
      [{ customer_id: nobody }, 400],
      [{ contact_id: nobody }, 400],
    ],
  },
  { name: 'addresses.list', method: 'GET', ...collection('addresses') },
  { name: 'addresses.get', method: 'GET', ...address },
  {
    name: 'addresses.update',
    method: 'PATCH',
    ...address,
    body: () => ({ type: 'shipping', name: null, country: 'FR' }),
    invalid: [{ type: 'office' }, { country: 'Germany' }, { country: null }, { customer_id: nobody }],
    rejected: [[{ contact_id: nobody }, 400]],
  },
  { name: 'categories.get', method: 'GET', ...category },
  {
    name: 'categories.update',
    method: 'PATCH',
    ...category,
    body: () => ({ name: 'Care', is_active: false, parent_category_id: null }),
    invalid: [{ is_active: 'yes' }, { api_name: 'care' }, { parent_category_id: 'C-1' }, { description: null }],
    rejected: [[{ parent_category_id: nobody }, 400]],
  },
  { name: 'categories.delete', method: 'DELETE', ...category },
  {
    name: 'catalogs.create',
    method: 'POST',
    ...collection('catalogs'),
    body: () => ({ name: 'Spring' }),
    invalid: [{}, { name: 'Spring', api_name: 'Spring 2026' }, { name: 'Spring', is_active: 1 }],
    rejected: [[{ api_name: 'office_2026' }, 409]],
  },
  { name: 'catalogs.get', method: 'GET', ...catalog },
  {
    name: 'productParents.create',
    method: 'POST',
    ...collection('product-parents'),
    body: () => ({ api_name: 'shelf', recurrence_type: 'recurring', name: 'Shelf' }),
    invalid: [{ name: 'Shelf' }, { api_name: 'shelf', recurrence_type: 'weekly', name: 'Shelf' }],
    rejected: [[{ api_name: 'fjord_standing_desk' }, 409]],
  },
  { name: 'productParents.list', method: 'GET', ...collection('product-parents') },
  {
    name: 'productParents.getProduct',
    method: 'GET',
    path({ db }) {
      const [row] = db.products.list();
      return `/api/product-parents/${row?.product_parent_id}/products/${row?.id}`;
    },
    unknown: [`/api/product-parents/${nobody}/products/${nobody}`],
    malformed: ['/api/product-parents/C-1/products/C-2', `/api/product-parents/${nobody}/products/C-2`],
  },
  {
    name: 'products.create',
    method: 'POST',
    ...collection('products'),
    body: ({ db }) => ({
      api_name: 'rack',
      recurrence_type: 'one_off',
      name: 'Rack',
      catalog_ids: [first(db.catalogs.list())],
      'shipping[weight]': 2,
      'inventory[sku]': 'R-1',
    }),
    invalid: [
      {},
      { api_name: 'rack', recurrence_type: 'one_off', name: 'R' },
      { api_name: 'Rack', recurrence_type: 'one_off', name: 'Rack' },
      { api_name: 'rack', recurrence_type: 'one_off', name: 'Rack', 'shipping[weight]': 'heavy' },
      { api_name: 'rack', recurrence_type: 'one_off', name: 'Rack', shipping: { weight: 2 } },
      { api_name: 'rack', recurrence_type: 'one_off', name: 'Rack', 'shipping[color]': 'red' },
      { api_name: 'rack', recurrence_type: 'one_off', name: 'Rack', category_ids: ['C-1'] },
    ],
    rejected: [
      [{ api_name: 'fjord_standing_desk' }, 409],
      [{ catalog_ids: [nobody] }, 400],
    ],
  },
  { name: 'products.get', method: 'GET', ...product },
  {
    name: 'products.update',
    method: 'PATCH',
    ...product,
    body: () => ({ name: 'Desk', 'shipping[weight]': null, 'settings[unit_per_pack]': 2, primary_image_id: null }),
    invalid: [
      { name: 'D' },
      { api_name: 'desk' },
      { recurrence_type: 'recurring' },
      { is_default: true },
      { 'inventory[sku]': null },
      { color: 'red' },
    ],
    rejected: [[{ category_ids: [nobody] }, 400]],
  },
  {
    name: 'prices.update',
    method: 'PATCH',
    ...price,
    body: () => ({ pricing_model: 'graduated', graduated_tiers: [{ from: 1 }], amount: 0.01, percent: 100 }),
    invalid: [
      { amount: 0 },
      { amount: null },
      { percent: 101 },
      { percent: -1 },
      { pricing_model: 'auction' },
      { engagement_type: 'weekly' },
      { product_id: nobody },
      { currency_name: 'Euro' },
      { volume_tiers: 'none' },
    ],
    rejected: [[{ default_tax_id: nobody }, 400]],
  },
  { name: 'paymentTerms.list', method: 'GET', ...collection('payment-terms') },
];
