import { addresses } from './addresses.ts';
import { catalogs } from './catalogs.ts';
import { categories } from './categories.ts';
import { contacts } from './contacts.ts';
import { customers } from './customers.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { paymentTerms } from './payment-terms.ts';
import { prices } from './prices.ts';
import { productParents } from './product-parents.ts';
import { products } from './products.ts';
import type { Route } from './routes.ts';
import * as routes from './routes.ts';

/** Every operation that the specification documents, by resource and method: `contract.customers.create`. */
export const contract = {
  customers: join(routes.customers, customers),
  contacts: join(routes.contacts, contacts),
  addresses: join(routes.addresses, addresses),
  categories: join(routes.categories, categories),
  catalogs: join(routes.catalogs, catalogs),
  productParents: join(routes.productParents, productParents),
  products: join(routes.products, products),
  prices: join(routes.prices, prices),
  paymentTerms: join(routes.paymentTerms, paymentTerms),
} as const;

export type Contract = typeof contract;

/** An endpoint of the contract: its route and its schemas. */
export type ContractEndpoint = {
  [Resource in keyof Contract]: Contract[Resource][keyof Contract[Resource]];
}[keyof Contract];

/** Adds the routes of a resource to its schemas. A route without schemas does not compile. */
function join<
  Routes extends Readonly<Record<string, Route>>,
  All extends { readonly [Name in keyof Routes]: EndpointSchemas },
>(routes: Routes, schemas: All): { readonly [Name in keyof Routes]: Routes[Name] & All[Name] } {
  const endpoints = Object.entries(routes).map(([name, route]) => [name, { ...route, ...schemas[name] }] as const);
  // TypeScript does not know the names of entries.
  return Object.fromEntries(endpoints) as { [Name in keyof Routes]: Routes[Name] & All[Name] };
}
