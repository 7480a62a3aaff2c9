/** Factories: a record of each kind with sensible values, of which a test names only those it is about. */
import type { Database } from '../store/database.ts';
import { metadata } from '../store/metadata.ts';
import type { MockDatabase } from '../store/mock-database.ts';
import type { Insertable, Rows, TableName } from '../store/row-types.ts';

/**
 * Makes and stores a row. What is left out is filled in; what it must refer to is made too, where it is not given. It
 * belongs to the workspace of what it refers to, where none is named.
 *
 * @throws InvalidRecordError for a row that the API could not have made; nothing is stored.
 * @example
 * ```ts
 * const acme = mock.create.customer({ name: 'Acme' });
 * const contact = mock.create.contact({ customer_id: acme.id });
 * ```
 */
export type Factory<Name extends TableName> = (fields?: Partial<Insertable<Name>>) => Rows[Name];

/** A factory for each kind of record. Names, e-mail addresses and `api_name`s are numbered, so that they differ. */
export interface Factories {
  /** A workspace. */
  workspace: Factory<'workspaces'>;
  /** A company. */
  customer: Factory<'customers'>;
  /** A contact, with a customer of its own where none is given. */
  contact: Factory<'contacts'>;
  /** An address, with the customer of its contact, or else one of its own, where none is given. */
  address: Factory<'addresses'>;
  /** A category without a parent. */
  category: Factory<'categories'>;
  /** A catalog. */
  catalog: Factory<'catalogs'>;
  /** A currency. */
  currency: Factory<'currencies'>;
  /** A tax. */
  tax: Factory<'taxes'>;
  /** A billing frequency. */
  billingFrequency: Factory<'billingFrequencies'>;
  /** A pricebook, with a currency of its own where none is given. */
  pricebook: Factory<'pricebooks'>;
  /** A payment term. The specification shows none of its fields: give those that you need. */
  paymentTerm: Factory<'paymentTerms'>;
  /** A product parent without products. */
  productParent: Factory<'productParents'>;
  /**
   * A product, with a parent of its own where none is given, and a price in each pricebook of its workspace. The first product of a
   * parent is its default.
   */
  product: Factory<'products'>;
  /** A price, with a product and a pricebook of its own where none is given; flat where it has an amount. */
  price: Factory<'prices'>;
  /** An active discount on no category. */
  discount: Factory<'discounts'>;
}

/** How many rows of each table were sequences. Not how many there are: a number is not given again after a deletion. */
export class FactorySequences {
  #built = new Map<TableName, number>();

  next(name: TableName): number {
    const number = (this.#built.get(name) ?? 0) + 1;
    this.#built.set(name, number);
    return number;
  }

  snapshot(): ReadonlyMap<TableName, number> {
    return new Map(this.#built);
  }

  restore(built: ReadonlyMap<TableName, number>): void {
    this.#built = new Map(built);
  }
}

/** Factories over the tables of a mock. */
export function createFactories(db: MockDatabase, database: Database, sequences: FactorySequences): Factories {
  /** The next number for which no row has the `api_name`, in that table or any of the others. */
  const freeNumber = (name: TableName, prefix: string, others: readonly TableName[] = []): number => {
    for (;;) {
      const number = sequences.next(name);
      const apiName = `${prefix}_${number}`;
      if (![name, ...others].some((table) => database.table(table).has('api_name', apiName))) return number;
    }
  };

  /** The fields that are given, and the workspace of the first record that one of them names, where none is. */
  const placed = <Name extends TableName>(name: Name, fields: Partial<Insertable<Name>>): Partial<Insertable<Name>> => {
    const given = { ...fields };
    for (const [field, value] of Object.entries(given)) if (value === undefined) Reflect.deleteProperty(given, field);
    if (name === 'workspaces' || Object.hasOwn(given, 'workspace_id')) return given;
    for (const [field, target] of Object.entries(metadata[name].foreignKeys)) {
      const value: unknown = Reflect.get(given, field);
      const id: unknown = Array.isArray(value) ? value[0] : value;
      const owner = typeof id === 'string' ? db[target].get(id) : undefined;
      if (owner && 'workspace_id' in owner) return { ...given, workspace_id: owner.workspace_id };
    }
    return given;
  };

  /** What is made for a row is of its workspace. */
  const owner = ({ workspace_id }: { readonly workspace_id?: string | undefined }) =>
    workspace_id === undefined ? {} : { workspace_id };

  const factory =
    <Name extends TableName>(name: Name, make: (fields: Partial<Insertable<Name>>) => Rows[Name]): Factory<Name> =>
    (fields = {}) => {
      const numbers = sequences.snapshot();
      try {
        return database.transaction(() => make(placed(name, fields)));
      } catch (error) {
        sequences.restore(numbers);
        throw error;
      }
    };

  const addProduct = factory('products', (fields) => {
    const number = freeNumber('products', 'product', ['productParents']);
    const { name = `Product ${number}`, api_name = `product_${number}` } = fields;
    const product_parent_id =
      fields.product_parent_id ??
      db.productParents.insert({ ...owner(fields), name, api_name, recurrence_type: 'one_off' }).id;
    const is_default = !database.table('products').has('product_parent_id', product_parent_id);
    return db.products.insert({ is_default, ...fields, name, api_name, product_parent_id });
  });

  const build: Factories = {
    workspace: factory('workspaces', (fields) =>
      db.workspaces.insert({ name: `Workspace ${sequences.next('workspaces')}`, ...fields }),
    ),
    customer: factory('customers', (fields) =>
      db.customers.insert({ name: `Customer ${sequences.next('customers')}`, type: 'company', ...fields }),
    ),
    contact: factory('contacts', (fields) => {
      const number = sequences.next('contacts');
      return db.contacts.insert({
        first_name: 'Sam',
        last_name: `Contact ${number}`,
        email: `contact${number}@customer.example`,
        role: ['buyer'],
        ...fields,
        customer_id: fields.customer_id ?? build.customer(owner(fields)).id,
      });
    }),
    address: factory('addresses', (fields) => {
      const contact = fields.contact_id ? db.contacts.get(fields.contact_id) : undefined;
      return db.addresses.insert({
        type: 'billing',
        address_line1: `${sequences.next('addresses')} Main Street`,
        city: 'Springfield',
        postal_code: '12345',
        country: 'US',
        ...fields,
        customer_id: fields.customer_id ?? contact?.customer_id ?? build.customer(owner(fields)).id,
      });
    }),
    category: factory('categories', (fields) => {
      const number = freeNumber('categories', 'category');
      return db.categories.insert({ name: `Category ${number}`, api_name: `category_${number}`, ...fields });
    }),
    catalog: factory('catalogs', (fields) => {
      const number = freeNumber('catalogs', 'catalog');
      return db.catalogs.insert({ name: `Catalog ${number}`, api_name: `catalog_${number}`, ...fields });
    }),
    currency: factory('currencies', (fields) => {
      const number = freeNumber('currencies', 'currency');
      return db.currencies.insert({ name: `Currency ${number}`, api_name: `currency_${number}`, ...fields });
    }),
    tax: factory('taxes', (fields) => db.taxes.insert({ name: `Tax ${sequences.next('taxes')}`, rate: 20, ...fields })),
    billingFrequency: factory('billingFrequencies', (fields) =>
      db.billingFrequencies.insert({ period: 1, unit: 'month', ...fields }),
    ),
    pricebook: factory('pricebooks', (fields) => {
      const number = freeNumber('pricebooks', 'pricebook');
      return db.pricebooks.insert({
        name: `Pricebook ${number}`,
        api_name: `pricebook_${number}`,
        ...fields,
        currency_id: fields.currency_id ?? build.currency(owner(fields)).id,
      });
    }),
    paymentTerm: factory('paymentTerms', (fields) =>
      db.paymentTerms.insert({ name: `Payment term ${sequences.next('paymentTerms')}`, ...fields }),
    ),
    productParent: factory('productParents', (fields) => {
      const number = freeNumber('productParents', 'product_parent');
      return db.productParents.insert({
        name: `Product parent ${number}`,
        api_name: `product_parent_${number}`,
        recurrence_type: 'one_off',
        ...fields,
      });
    }),
    product: factory('products', (fields) => {
      const product = addProduct(fields);
      const { id: product_id, workspace_id } = product;
      for (const { id: pricebook_id, currency_id } of db.pricebooks.list({ workspace_id })) {
        db.prices.insert({ workspace_id, product_id, pricebook_id, currency_id });
      }
      return product;
    }),
    price: factory('prices', (fields) => {
      const { amount, currency_id } = fields;
      const pricebook =
        fields.pricebook_id === undefined
          ? build.pricebook({ ...owner(fields), ...(currency_id !== undefined && { currency_id }) })
          : db.pricebooks.get(fields.pricebook_id);
      return db.prices.insert({
        pricing_model: typeof amount === 'number' ? 'flat' : 'none',
        // Of a pricebook that does not exist: the insertion says so.
        currency_id: pricebook?.currency_id ?? '',
        ...fields,
        pricebook_id: pricebook?.id ?? fields.pricebook_id ?? '',
        product_id: fields.product_id ?? addProduct(owner(fields)).id,
      });
    }),
    discount: factory('discounts', (fields) =>
      db.discounts.insert({ name: `Discount ${sequences.next('discounts')}`, ...fields }),
    ),
  };
  return build;
}
