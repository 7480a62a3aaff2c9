/** Factories: a record of each kind with sensible values, of which a test names only those it is about. */
import type { MockDatabase } from '../store/handles.ts';
import type { Insertions, Rows, TableName } from '../store/schema.ts';

/** Makes and stores a row. What is left out is filled in; what it must refer to is made too, where it is not given. */
type Factory<Name extends TableName> = (fields?: Partial<Insertions[Name]>) => Rows[Name];

/** A factory for each kind of record. */
export interface Build {
  workspace: Factory<'workspaces'>;
  customer: Factory<'customers'>;
  /** With a customer of its own where none is given. */
  contact: Factory<'contacts'>;
  /** With a customer of its own where none is given. */
  address: Factory<'addresses'>;
  category: Factory<'categories'>;
  catalog: Factory<'catalogs'>;
  currency: Factory<'currencies'>;
  tax: Factory<'taxes'>;
  billingFrequency: Factory<'billingFrequencies'>;
  /** With a currency of its own where none is given. */
  pricebook: Factory<'pricebooks'>;
  paymentTerm: Factory<'paymentTerms'>;
  productParent: Factory<'productParents'>;
  /** With a parent of its own where none is given, and a price in each pricebook of its workspace. */
  product: Factory<'products'>;
  /** With a product and a pricebook of its own where none is given. */
  price: Factory<'prices'>;
  discount: Factory<'discounts'>;
}

/** Factories over the tables of a mock. */
export function createBuild(db: MockDatabase): Build {
  /** The workspace of a row, passed on to what is made for it. */
  const owner = ({ workspace_id }: { readonly workspace_id?: string | undefined } = {}) =>
    workspace_id === undefined ? {} : { workspace_id };
  const count = (name: TableName) => db[name].size + 1;

  const addProduct: Factory<'products'> = (fields) => {
    const n = count('products');
    const { name = `Product ${n}`, api_name = `product_${n}`, product_parent_id } = fields ?? {};
    return db.products.insert({
      is_default: product_parent_id === undefined,
      ...fields,
      name,
      api_name,
      product_parent_id: product_parent_id ?? build.productParent({ ...owner(fields), name, api_name }).id,
    });
  };

  const build: Build = {
    workspace: (fields) => db.workspaces.insert({ name: `Workspace ${count('workspaces')}`, ...fields }),
    customer: (fields) => db.customers.insert({ name: `Customer ${count('customers')}`, type: 'company', ...fields }),
    contact(fields) {
      const n = count('contacts');
      return db.contacts.insert({
        first_name: 'Sam',
        last_name: `Contact ${n}`,
        email: `contact${n}@customer.example`,
        role: ['buyer'],
        ...fields,
        customer_id: fields?.customer_id ?? build.customer(owner(fields)).id,
      });
    },
    address: (fields) =>
      db.addresses.insert({
        type: 'billing',
        address_line1: `${count('addresses')} Main Street`,
        city: 'Springfield',
        postal_code: '12345',
        country: 'US',
        ...fields,
        customer_id: fields?.customer_id ?? build.customer(owner(fields)).id,
      }),
    category(fields) {
      const n = count('categories');
      return db.categories.insert({ name: `Category ${n}`, api_name: `category_${n}`, ...fields });
    },
    catalog(fields) {
      const n = count('catalogs');
      return db.catalogs.insert({ name: `Catalog ${n}`, api_name: `catalog_${n}`, ...fields });
    },
    currency(fields) {
      const n = count('currencies');
      return db.currencies.insert({ name: `Currency ${n}`, api_name: `currency_${n}`, ...fields });
    },
    tax: (fields) => db.taxes.insert({ name: `Tax ${count('taxes')}`, rate: 20, ...fields }),
    billingFrequency: (fields) => db.billingFrequencies.insert({ period: 1, unit: 'month', ...fields }),
    pricebook(fields) {
      const n = count('pricebooks');
      return db.pricebooks.insert({
        name: `Pricebook ${n}`,
        api_name: `pricebook_${n}`,
        ...fields,
        currency_id: fields?.currency_id ?? build.currency(owner(fields)).id,
      });
    },
    paymentTerm: (fields) => db.paymentTerms.insert({ ...fields }),
    productParent(fields) {
      const n = count('productParents');
      return db.productParents.insert({
        name: `Product ${n}`,
        api_name: `product_${n}`,
        recurrence_type: 'one_off',
        ...fields,
      });
    },
    product(fields) {
      const product = addProduct(fields);
      const { id: product_id, workspace_id } = product;
      for (const { id: pricebook_id, currency_id } of db.pricebooks.list({ workspace_id })) {
        db.prices.insert({ workspace_id, product_id, pricebook_id, currency_id });
      }
      return product;
    },
    price(fields) {
      const given = fields?.pricebook_id === undefined ? undefined : db.pricebooks.get(fields.pricebook_id);
      const pricebook = given ?? build.pricebook(owner(fields));
      return db.prices.insert({
        pricebook_id: pricebook.id,
        currency_id: pricebook.currency_id,
        ...fields,
        product_id: fields?.product_id ?? addProduct(owner(fields)).id,
      });
    },
    discount: (fields) => db.discounts.insert({ name: `Discount ${count('discounts')}`, ...fields }),
  };
  return build;
}
