import type { Route } from './routes.ts';

/**
 * Operations that the specification mentions without documenting them. Their methods and paths follow the pattern of
 * the documented ones.
 */
export const undocumentedOperations: readonly Route[] = [
  { name: 'category create', method: 'POST', path: '/api/categories' },
  { name: 'category list', method: 'GET', path: '/api/categories' },
  { name: 'contact create', method: 'POST', path: '/api/contacts' },
  { name: 'contact list', method: 'GET', path: '/api/contacts' },
  { name: 'contact delete', method: 'DELETE', path: '/api/contacts/{id}' },
  { name: 'catalog list', method: 'GET', path: '/api/catalogs' },
  { name: 'catalog update', method: 'PATCH', path: '/api/catalogs/{id}' },
  { name: 'catalog delete', method: 'DELETE', path: '/api/catalogs/{id}' },
  { name: 'price get', method: 'GET', path: '/api/prices/{id}' },
  { name: 'price list', method: 'GET', path: '/api/prices' },
  { name: 'price create', method: 'POST', path: '/api/prices' },
  { name: 'price delete', method: 'DELETE', path: '/api/prices/{id}' },
  { name: 'customer update', method: 'PATCH', path: '/api/customers/{id}' },
  { name: 'customer delete', method: 'DELETE', path: '/api/customers/{id}' },
  { name: 'address delete', method: 'DELETE', path: '/api/addresses/{id}' },
  { name: 'product-parent get', method: 'GET', path: '/api/product-parents/{id}' },
  { name: 'product-parent update', method: 'PATCH', path: '/api/product-parents/{id}' },
  { name: 'product-parent delete', method: 'DELETE', path: '/api/product-parents/{id}' },
  { name: 'product list', method: 'GET', path: '/api/products' },
  { name: 'product delete', method: 'DELETE', path: '/api/products/{id}' },
];
