import type { TableName } from './data.ts';

/** An operation of the API. */
export interface Route {
  readonly operation: string;
  readonly method: string;
  readonly path: RegExp;
  readonly resource: string;
  readonly table: TableName;
}

export const routes: readonly Route[] = [
  route('customers.create', 'POST', '/customers', 'Customer', 'customers'),
  route('customers.list', 'GET', '/customers', 'Customer', 'customers'),
  route('customers.get', 'GET', '/customers/{id}', 'Customer', 'customers'),
  route('contacts.get', 'GET', '/contacts/{id}', 'Contact', 'contacts'),
  route('contacts.update', 'PATCH', '/contacts/{id}', 'Contact', 'contacts'),
  route('addresses.create', 'POST', '/addresses', 'Address', 'addresses'),
  route('addresses.list', 'GET', '/addresses', 'Address', 'addresses'),
  route('addresses.get', 'GET', '/addresses/{id}', 'Address', 'addresses'),
  route('addresses.update', 'PATCH', '/addresses/{id}', 'Address', 'addresses'),
  route('categories.get', 'GET', '/categories/{id}', 'Category', 'categories'),
  route('categories.update', 'PATCH', '/categories/{id}', 'Category', 'categories'),
  route('categories.delete', 'DELETE', '/categories/{id}', 'Category', 'categories'),
  route('catalogs.create', 'POST', '/catalogs', 'Catalog', 'catalogs'),
  route('catalogs.get', 'GET', '/catalogs/{id}', 'Catalog', 'catalogs'),
  route('productParents.create', 'POST', '/product-parents', 'Product parent', 'parents'),
  route('productParents.list', 'GET', '/product-parents', 'Product parent', 'parents'),
  route('productParents.getProduct', 'GET', '/product-parents/{id}/products/{id}', 'Product', 'products'),
  route('products.create', 'POST', '/products', 'Product', 'products'),
  route('products.get', 'GET', '/products/{id}', 'Product', 'products'),
  route('products.update', 'PATCH', '/products/{id}', 'Product', 'products'),
  route('prices.update', 'PATCH', '/prices/{id}', 'Price', 'prices'),
  route('paymentTerms.list', 'GET', '/payment-terms', 'Payment term', 'discounts'),
];

function route(operation: string, method: string, path: string, resource: string, table: TableName): Route {
  return { operation, method, path: new RegExp(`^/api${path.replaceAll('{id}', '([^/]+)')}$`), resource, table };
}

/** The fields of bodies that name records, and the tables of those. The API has no tables for the undefined ones. */
export const references: Readonly<Record<string, readonly (readonly [field: string, table: TableName | undefined])[]>> =
  {
    'customers.create': [['segment_id', undefined]],
    'addresses.create': [
      ['customer_id', 'customers'],
      ['contact_id', 'contacts'],
    ],
    'addresses.update': [['contact_id', 'contacts']],
    'categories.update': [['parent_category_id', 'categories']],
    'products.create': [
      ['catalog_ids', 'catalogs'],
      ['category_ids', 'categories'],
    ],
    'products.update': [
      ['category_ids', 'categories'],
      ['primary_image_id', undefined],
    ],
    'prices.update': [
      ['parent_price_id', 'prices'],
      ['default_tax_id', undefined],
      ['billing_frequency_id', undefined],
    ],
  };
