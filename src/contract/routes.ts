/**
 * The name, method and path of every operation. The schemas are in the files of the resources, so that a call does not
 * load them. `index.ts` combines both.
 */

/** The HTTP methods that the service uses. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The name of an operation, such as `products.update`, its method, and its path with parameters in braces. */
export interface Route {
  readonly name: string;
  readonly method: Method;
  readonly path: `/api/${string}`;
}

type Routes = Readonly<Record<string, Route>>;

export const customers = {
  create: { name: 'customers.create', method: 'POST', path: '/api/customers' },
  list: { name: 'customers.list', method: 'GET', path: '/api/customers' },
  get: { name: 'customers.get', method: 'GET', path: '/api/customers/{id}' },
} as const satisfies Routes;

export const contacts = {
  get: { name: 'contacts.get', method: 'GET', path: '/api/contacts/{id}' },
  update: { name: 'contacts.update', method: 'PATCH', path: '/api/contacts/{id}' },
} as const satisfies Routes;

export const addresses = {
  create: { name: 'addresses.create', method: 'POST', path: '/api/addresses' },
  list: { name: 'addresses.list', method: 'GET', path: '/api/addresses' },
  get: { name: 'addresses.get', method: 'GET', path: '/api/addresses/{id}' },
  update: { name: 'addresses.update', method: 'PATCH', path: '/api/addresses/{id}' },
} as const satisfies Routes;

export const categories = {
  get: { name: 'categories.get', method: 'GET', path: '/api/categories/{id}' },
  update: { name: 'categories.update', method: 'PATCH', path: '/api/categories/{id}' },
  delete: { name: 'categories.delete', method: 'DELETE', path: '/api/categories/{id}' },
} as const satisfies Routes;

export const catalogs = {
  create: { name: 'catalogs.create', method: 'POST', path: '/api/catalogs' },
  get: { name: 'catalogs.get', method: 'GET', path: '/api/catalogs/{id}' },
} as const satisfies Routes;

export const productParents = {
  create: { name: 'productParents.create', method: 'POST', path: '/api/product-parents' },
  list: { name: 'productParents.list', method: 'GET', path: '/api/product-parents' },
  getProduct: {
    name: 'productParents.getProduct',
    method: 'GET',
    path: '/api/product-parents/{id}/products/{product_id}',
  },
} as const satisfies Routes;

export const products = {
  create: { name: 'products.create', method: 'POST', path: '/api/products' },
  get: { name: 'products.get', method: 'GET', path: '/api/products/{id}' },
  update: { name: 'products.update', method: 'PATCH', path: '/api/products/{id}' },
} as const satisfies Routes;

export const prices = {
  update: { name: 'prices.update', method: 'PATCH', path: '/api/prices/{id}' },
} as const satisfies Routes;

export const paymentTerms = {
  list: { name: 'paymentTerms.list', method: 'GET', path: '/api/payment-terms' },
} as const satisfies Routes;
