/** What every operation of the contract does. */
import type { contract } from '../../src/contract/index.ts';
import { addressBehaviour } from './addresses.ts';
import { catalogBehaviour } from './catalogs.ts';
import { categoryBehaviour } from './categories.ts';
import { contactBehaviour } from './contacts.ts';
import { customerBehaviour } from './customers.ts';
import { paymentTermBehaviour } from './payment-terms.ts';
import { priceBehaviour } from './prices.ts';
import { productParentBehaviour } from './product-parents.ts';
import { productBehaviour } from './products.ts';
import type { Behaviour } from './workspace.ts';

/** The behaviour of each resource, under the contract's name of it. An operation without one does not compile. */
export const behaviours: { readonly [Resource in keyof typeof contract]: Behaviour<(typeof contract)[Resource]> } = {
  customers: customerBehaviour,
  contacts: contactBehaviour,
  addresses: addressBehaviour,
  categories: categoryBehaviour,
  catalogs: catalogBehaviour,
  productParents: productParentBehaviour,
  products: productBehaviour,
  prices: priceBehaviour,
  paymentTerms: paymentTermBehaviour,
};
