import { createAddress, getAddress, listAddresses, patchAddress } from './addresses.ts';
import { createCatalog, createParent, getCatalog, listParents } from './catalogs.ts';
import { deleteCategory, getCategory, patchCategory } from './categories.ts';
import type { Body } from './checks.ts';
import { getContact, patchContact } from './contacts.ts';
import { createCustomer, getCustomer, listCustomers } from './customers.ts';
import { patchPrice } from './prices.ts';
import { createProduct, getProduct, patchProduct } from './products.ts';
import type { Context, TableName } from './world.ts';

export interface Route {
  readonly method: string;
  readonly collection: string;
  readonly single: boolean;
  readonly table: TableName;
  readonly resource: string;
  readonly handle: (context: Context, id: string, body: Body) => unknown;
}

const resources: Record<TableName, string> = {
  customers: 'Customer',
  contacts: 'Contact',
  addresses: 'Address',
  categories: 'Category',
  catalogs: 'Catalog',
  parents: 'Product parent',
  products: 'Product',
  prices: 'Price',
  lookups: 'Record',
};

const route = (method: string, path: string, table: TableName, handle: Route['handle']): Route => ({
  method,
  collection: path.replace('/{id}', ''),
  single: path.endsWith('/{id}'),
  table,
  resource: resources[table],
  handle,
});

export const routes: readonly Route[] = [
  route('POST', '/api/customers', 'customers', createCustomer),
  route('GET', '/api/customers', 'customers', listCustomers),
  route('GET', '/api/customers/{id}', 'customers', getCustomer),
  route('GET', '/api/contacts/{id}', 'contacts', getContact),
  route('PATCH', '/api/contacts/{id}', 'contacts', patchContact),
  route('POST', '/api/addresses', 'addresses', createAddress),
  route('GET', '/api/addresses', 'addresses', listAddresses),
  route('GET', '/api/addresses/{id}', 'addresses', getAddress),
  route('PATCH', '/api/addresses/{id}', 'addresses', patchAddress),
  route('GET', '/api/categories/{id}', 'categories', getCategory),
  route('PATCH', '/api/categories/{id}', 'categories', patchCategory),
  route('DELETE', '/api/categories/{id}', 'categories', deleteCategory),
  route('POST', '/api/catalogs', 'catalogs', createCatalog),
  route('GET', '/api/catalogs/{id}', 'catalogs', getCatalog),
  route('POST', '/api/product-parents', 'parents', createParent),
  route('GET', '/api/product-parents', 'parents', listParents),
  route('POST', '/api/products', 'products', createProduct),
  route('GET', '/api/products/{id}', 'products', getProduct),
  route('PATCH', '/api/products/{id}', 'products', patchProduct),
  route('PATCH', '/api/prices/{id}', 'prices', patchPrice),
];
