import type { Database } from '../store/database.ts';
import { hasDefaultProduct } from '../store/product-rules.ts';
import type { Changes, Insertable, Rows, TableName } from '../store/row-types.ts';
import { sampleNames } from './sample-names.ts';

/** Creates a record of a table, with its factory. */
export type CreateRecord = <Name extends TableName>(table: Name, fields: Changes<Insertable<Name>>) => Rows[Name];

/** A named variation of the records that a factory creates. */
export interface Trait<Name extends TableName> {
  /** Fields that take precedence over those of the factory. */
  readonly fields?: Changes<Insertable<Name>>;
  /** Creates or changes other records, after the record was created. `build` does not call it. */
  readonly afterCreate?: (row: Rows[Name], create: CreateRecord, database: Database) => void;
}

/** The table of a factory, and the names of its traits. */
interface FactoryType<Name extends TableName, TraitName extends string = never> {
  readonly table: Name;
  readonly trait: TraitName;
}

/** The types of the factories. Apart from the definitions, so that the published types do not need the store. */
export interface FactoryTypes {
  /** A workspace. */
  readonly workspace: FactoryType<'workspaces'>;
  /** A company. Traits: `individual` is a person, `with-contact` has a contact, `with-address` has an address. */
  readonly customer: FactoryType<'customers', 'individual' | 'with-contact' | 'with-address'>;
  /** A contact with the role `buyer`. Trait: `with-address` has an address. */
  readonly contact: FactoryType<'contacts', 'with-address'>;
  /** A billing address. Trait: `shipping` is a shipping address. */
  readonly address: FactoryType<'addresses', 'shipping'>;
  /** A category without a parent. Traits: `inactive`, `deleted`. */
  readonly category: FactoryType<'categories', 'inactive' | 'deleted'>;
  /** A catalog. Trait: `inactive`. */
  readonly catalog: FactoryType<'catalogs', 'inactive'>;
  /** A currency. */
  readonly currency: FactoryType<'currencies'>;
  /** A tax of 20 percent. Trait: `fixed` is a fixed amount of 5. */
  readonly tax: FactoryType<'taxes', 'fixed'>;
  /** A billing frequency of one month. */
  readonly billingFrequency: FactoryType<'billingFrequencies'>;
  /** A pricebook. */
  readonly pricebook: FactoryType<'pricebooks'>;
  /** A payment term. */
  readonly paymentTerm: FactoryType<'paymentTerms'>;
  /** A product parent that is sold once. Traits: `inactive`, `recurring`. */
  readonly productParent: FactoryType<'productParents', 'inactive' | 'recurring'>;
  /** A product. Traits: `inactive`, `flat-prices` gives amounts to its prices, `recurring` has a recurring parent. */
  readonly product: FactoryType<'products', 'inactive' | 'flat-prices' | 'recurring'>;
  /** A price: flat if you pass an amount, otherwise without a model. Traits: `flat` is 100, `percent` is 10 percent. */
  readonly price: FactoryType<'prices', 'flat' | 'percent'>;
  /** A discount. Trait: `inactive`. */
  readonly discount: FactoryType<'discounts', 'inactive'>;
}

/** The definition of a factory for one table. */
export interface FactoryDefinition<Name extends TableName, TraitName extends string = string> {
  readonly table: Name;
  /** Returns the fields of the nth record. `given` are the fields that the caller passed, with ids in lower case. */
  readonly attributes: (n: number, given: Changes<Insertable<Name>>, database: Database) => Changes<Insertable<Name>>;
  /** Creates the records that a record must refer to. Without it, each required reference gets a record of its own. */
  readonly references?: (fields: Changes<Insertable<Name>>, create: CreateRecord) => Changes<Insertable<Name>>;
  /** Records have the `api_name` `<prefix>_<n>`. Numbers that a record in one of the tables uses are skipped. */
  readonly apiName?: { readonly prefix: string; readonly tables: readonly TableName[] };
  readonly traits: Readonly<Record<TraitName, Trait<Name>>>;
}

type Definitions = {
  readonly [Name in keyof FactoryTypes]: FactoryDefinition<FactoryTypes[Name]['table'], FactoryTypes[Name]['trait']>;
};

const inactive = { fields: { is_active: false } } as const;

/** The factories. The store fills in all fields that have a default. */
export const definitions: Definitions = {
  workspace: {
    table: 'workspaces',
    attributes: (n) => ({ name: `${sampleNames.company(n)} workspace` }),
    traits: {},
  },

  customer: {
    table: 'customers',
    attributes: (n) => ({ name: sampleNames.company(n), type: 'company' }),
    traits: {
      individual: { fields: { type: 'individual' } },
      'with-contact': { afterCreate: ({ id }, create) => void create('contacts', { customer_id: id }) },
      'with-address': { afterCreate: ({ id }, create) => void create('addresses', { customer_id: id }) },
    },
  },

  contact: {
    table: 'contacts',
    attributes: (n) => ({
      first_name: sampleNames.firstName(n),
      last_name: sampleNames.lastName(n),
      email: `contact${n}@customer.example`,
      role: ['buyer'],
    }),
    traits: { 'with-address': { afterCreate: ({ id }, create) => void create('addresses', { contact_id: id }) } },
  },

  address: {
    table: 'addresses',
    attributes: (n, { contact_id }, database) => ({
      type: 'billing',
      address_line1: `${n} ${sampleNames.street(n)}`,
      city: 'Springfield',
      postal_code: '12345',
      country: 'US',
      customer_id: database.table('contacts').get(contact_id ?? '')?.customer_id,
    }),
    traits: { shipping: { fields: { type: 'shipping' } } },
  },

  category: {
    table: 'categories',
    attributes: (n) => ({ name: sampleNames.group(n) }),
    apiName: { prefix: 'category', tables: ['categories'] },
    traits: {
      inactive,
      deleted: { afterCreate: ({ id }, _, database) => remove(database, id) },
    },
  },

  catalog: {
    table: 'catalogs',
    attributes: (n) => ({ name: `Catalog ${n}` }),
    apiName: { prefix: 'catalog', tables: ['catalogs'] },
    traits: { inactive },
  },

  currency: {
    table: 'currencies',
    attributes: (n) => ({ name: `Currency ${n}` }),
    apiName: { prefix: 'currency', tables: ['currencies'] },
    traits: {},
  },

  tax: {
    table: 'taxes',
    attributes: (n) => ({ name: `Tax ${n}`, rate: 20 }),
    traits: { fixed: { fields: { is_percentage: false, rate: null, amount: 5 } } },
  },

  billingFrequency: { table: 'billingFrequencies', attributes: () => ({ period: 1, unit: 'month' }), traits: {} },

  pricebook: {
    table: 'pricebooks',
    attributes: (n) => ({ name: `Pricebook ${n}` }),
    apiName: { prefix: 'pricebook', tables: ['pricebooks'] },
    traits: {},
  },

  paymentTerm: {
    table: 'paymentTerms',
    attributes: (n) => ({ name: `Net ${n * 10}`, days: n * 10 }),
    traits: {},
  },

  productParent: {
    table: 'productParents',
    attributes: (n) => ({ name: sampleNames.product(n), recurrence_type: 'one_off' }),
    apiName: { prefix: 'product_parent', tables: ['productParents'] },
    traits: { inactive, recurring: { fields: { recurrence_type: 'recurring' } } },
  },

  product: {
    table: 'products',
    attributes: (n, { product_parent_id }, database) => ({
      name: sampleNames.product(n),
      is_default: !hasDefaultProduct(database, product_parent_id ?? ''),
    }),
    references: ({ product_parent_id, name, api_name, workspace_id }, create) => ({
      product_parent_id: product_parent_id ?? create('productParents', { name, api_name, workspace_id }).id,
    }),
    // The product parent gets the `api_name` of its product.
    apiName: { prefix: 'product', tables: ['products', 'productParents'] },
    traits: {
      inactive,
      'flat-prices': { afterCreate: ({ id }, _, database) => setFlatPrices(database, id) },
      recurring: {
        afterCreate: ({ product_parent_id }, _, database) => {
          const parent = database.table('productParents').get(product_parent_id);
          if (parent) database.update('productParents', parent, { recurrence_type: 'recurring' });
        },
      },
    },
  },

  price: {
    table: 'prices',
    attributes: (_, { amount, pricebook_id }, database) => ({
      pricing_model: typeof amount === 'number' ? 'flat' : 'none',
      currency_id: database.table('pricebooks').get(pricebook_id ?? '')?.currency_id,
    }),
    references: ({ product_id, pricebook_id, currency_id, workspace_id }, create) => {
      const pricebook = pricebook_id === undefined ? create('pricebooks', { currency_id, workspace_id }) : undefined;
      return {
        pricebook_id: pricebook_id ?? pricebook?.id,
        currency_id: currency_id ?? pricebook?.currency_id,
        product_id: product_id ?? create('products', { workspace_id }).id,
      };
    },
    traits: {
      flat: { fields: { pricing_model: 'flat', amount: 100 } },
      percent: { fields: { pricing_model: 'percent', percent: 10, price_percentage_type: 'all' } },
    },
  },

  discount: { table: 'discounts', attributes: (n) => ({ name: `Discount ${n}` }), traits: { inactive } },
};

function setFlatPrices(database: Database, productId: string): void {
  const prices = database.table('prices').where('product_id', productId);
  for (const [index, price] of prices.entries()) {
    database.update('prices', price, { pricing_model: 'flat', amount: 100 + 10 * index });
  }
}

function remove(database: Database, categoryId: string): void {
  const category = database.table('categories').get(categoryId);
  if (category) database.deleteCategory(category);
}
