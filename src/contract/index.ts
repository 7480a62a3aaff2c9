import { addresses } from './addresses.ts';
import { catalogs } from './catalogs.ts';
import { categories } from './categories.ts';
import { contacts } from './contacts.ts';
import { customers } from './customers.ts';
import { paymentTerms } from './payment-terms.ts';
import { prices } from './prices.ts';
import { productParents } from './product-parents.ts';
import { products } from './products.ts';

/** Every operation that the specification documents, by resource and method: `contract.customers.create`. */
export const contract = {
  customers,
  contacts,
  addresses,
  categories,
  catalogs,
  productParents,
  products,
  prices,
  paymentTerms,
} as const;
