import type { contract } from '../../src/contract/index.ts';
import { addressHandlers } from './addresses.ts';
import { catalogHandlers } from './catalogs.ts';
import { categoryHandlers } from './categories.ts';
import { contactHandlers } from './contacts.ts';
import { customerHandlers } from './customers.ts';
import type { Handlers } from './handler.ts';
import { paymentTermHandlers } from './payment-terms.ts';
import { priceHandlers } from './prices.ts';
import { productParentHandlers } from './product-parents.ts';
import { productHandlers } from './products.ts';

/** The handlers of each resource. An operation without a handler does not compile. */
export const handlers: { readonly [Resource in keyof typeof contract]: Handlers<(typeof contract)[Resource]> } = {
  customers: customerHandlers,
  contacts: contactHandlers,
  addresses: addressHandlers,
  categories: categoryHandlers,
  catalogs: catalogHandlers,
  productParents: productParentHandlers,
  products: productHandlers,
  prices: priceHandlers,
  paymentTerms: paymentTermHandlers,
};
