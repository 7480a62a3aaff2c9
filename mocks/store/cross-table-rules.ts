/** Rules that relate rows of several tables. The API cannot break them, so no other writer may. */

import type { ConstraintViolations } from './errors.ts';
import { column } from './fields.ts';
import { metadata } from './metadata.ts';
import type { Rows, TableName } from './row-types.ts';
import type { Table } from './table.ts';
import type { TableSchema } from './table-schema.ts';

/** The tables, for reading. */
export interface Tables {
  readonly schema: TableSchema;
  table<Name extends TableName>(name: Name): Pick<Table<Rows[Name]>, 'get' | 'where' | 'has'>;
}

/** `previous` is the row before the change. It is undefined for an insertion. */
type Rule<Name extends TableName> = (
  row: Rows[Name],
  tables: Tables,
  previous: Rows[Name] | undefined,
) => ConstraintViolations | undefined;

const foreignKey = (path: string, message: string): ConstraintViolations => ({ foreignKeys: [{ path, message }] });
const unique = (path: string, message: string): ConstraintViolations => ({ unique: [{ path, message }] });

const noViolations: ConstraintViolations = {};

const rules: { readonly [Name in TableName]?: Rule<Name> } = {
  contacts: ({ id, customer_id }, tables) =>
    tables
      .table('addresses')
      .where('contact_id', id)
      .some((address) => address.customer_id !== customer_id)
      ? foreignKey('customer_id', 'must be the customer of the addresses of the contact')
      : undefined,

  addresses: ({ contact_id, customer_id }, tables) => {
    const contact = contact_id === null ? undefined : tables.table('contacts').get(contact_id);
    return contact && contact.customer_id !== customer_id
      ? foreignKey('contact_id', 'must be the id of a Contact of the same Customer')
      : undefined;
  },

  categories: ({ id, deleted_at }, tables) =>
    deleted_at !== null &&
    tables
      .table('discounts')
      .where('category_ids', id)
      .some((discount) => discount.is_active)
      ? foreignKey('deleted_at', 'must be null while an active Discount refers to the category')
      : undefined,

  discounts: ({ is_active, category_ids }, tables) =>
    is_active && category_ids.some((id) => tables.table('categories').get(id)?.deleted_at)
      ? foreignKey('category_ids', 'must not contain a deleted Category while the discount is active')
      : undefined,

  products: ({ id, is_default, product_parent_id }, tables, previous) => {
    if (is_default === hasDefaultProduct(tables, product_parent_id, id)) {
      return unique(
        'is_default',
        is_default
          ? 'must be false, because the product parent already has a default product'
          : 'must be true, because the product parent has no other default product',
      );
    }
    const isMoved = previous?.is_default === true && previous.product_parent_id !== product_parent_id;
    return isMoved && tables.table('products').where('product_parent_id', previous.product_parent_id).length > 1
      ? foreignKey('product_parent_id', 'must not change while the product is the default of other products')
      : undefined;
  },

  pricebooks: ({ id, currency_id }, tables) =>
    tables
      .table('prices')
      .where('pricebook_id', id)
      .some((price) => price.currency_id !== currency_id)
      ? foreignKey('currency_id', 'must be the currency of the prices of the pricebook')
      : undefined,

  prices: ({ id, product_id, pricebook_id, currency_id }, tables, previous) => {
    const other = findPrice(tables, product_id, pricebook_id, id);
    if (other && (previous || !isReplaceable(other, tables))) {
      return unique('pricebook_id', 'already has a price of the product');
    }
    const pricebook = tables.table('pricebooks').get(pricebook_id);
    return pricebook && pricebook.currency_id !== currency_id
      ? foreignKey('currency_id', 'must be the currency of the pricebook')
      : undefined;
  },
};

/** Returns the columns by which a row is compared with other rows of its table. */
export function groupColumns(name: TableName, { schema }: Pick<Tables, 'schema'>): readonly string[] {
  if (name === 'products') return ['product_parent_id'];
  if (name === 'prices') return ['product_id'];
  return schema.metadata[name].uniqueApiName ? ['api_name'] : [];
}

/** Returns the rules that a row violates in relation to rows of other tables. */
export function ruleViolations<Name extends TableName>(
  name: Name,
  row: Rows[Name],
  tables: Tables,
  previous: Rows[Name] | undefined,
): ConstraintViolations {
  return rules[name]?.(row, tables, previous) ?? noViolations;
}

/** Returns the product that becomes the default product of its parent after a row was deleted. */
export function nextDefaultProduct(name: TableName, deleted: object, tables: Tables): Rows['products'] | undefined {
  if (name !== 'products' || column(deleted, 'is_default') !== true) return undefined;
  const products = tables.table('products').where('product_parent_id', idIn(deleted, 'product_parent_id'));
  return products.some(({ is_default }) => is_default) ? undefined : products[0];
}

/** Adds the fields of a new row that follow from other rows: the first product of a parent is its default product. */
export function withImpliedFields<Fields extends object>(name: TableName, fields: Fields, tables: Tables): Fields {
  if (name !== 'products' || column(fields, 'is_default') !== undefined) return fields;
  return { ...fields, is_default: !hasDefaultProduct(tables, idIn(fields, 'product_parent_id')) };
}

/** Whether a product parent has a default product, other than the given one. */
export function hasDefaultProduct(tables: Tables, parentId: string, exceptId?: string): boolean {
  const products = tables.table('products').where('product_parent_id', parentId);
  return products.some(({ id, is_default }) => is_default && id !== exceptId);
}

/** Returns the id in a column. Fields that are not validated yet can have anything there. */
function idIn(fields: object, name: string): string {
  const id = column(fields, name);
  return typeof id === 'string' ? id : '';
}

/** Returns the price of a product in a pricebook, unless it has the given id. */
function findPrice(
  tables: Tables,
  productId: string,
  pricebookId: string,
  exceptId?: string,
): Rows['prices'] | undefined {
  const prices = tables.table('prices').where('product_id', productId);
  return prices.find(({ id, pricebook_id }) => pricebook_id === pricebookId && id !== exceptId);
}

/** Returns the price that an insertion with these fields replaces: the price as the store created it. */
export function findBlankPrice(tables: Tables, fields: object): Rows['prices'] | undefined {
  const price = findPrice(tables, idIn(fields, 'product_id'), idIn(fields, 'pricebook_id'));
  return price && isReplaceable(price, tables) ? price : undefined;
}

/** Whether a price is as the store added it, and no other price refers to it. */
function isReplaceable(price: Rows['prices'], tables: Tables): boolean {
  return (
    price.created_at === price.updated_at &&
    !tables.table('prices').has('parent_price_id', price.id) &&
    Object.entries(metadata.prices.defaults).every(
      ([name, value]) => JSON.stringify(column(price, name)) === JSON.stringify(value),
    )
  );
}

/** The columns of a price that a new product or pricebook needs. */
export type RequiredPrice = Pick<Rows['prices'], 'workspace_id' | 'product_id' | 'pricebook_id' | 'currency_id'>;

/** Returns the prices that a row lacks: every product has a price in every pricebook of its workspace. */
export function missingPrices<Name extends TableName>(
  name: Name,
  row: Rows[Name],
  tables: Tables,
): readonly RequiredPrice[] {
  const prices = requiredPrices[name]?.(row, tables);
  if (!prices) return noPrices;
  return prices.filter(({ product_id, pricebook_id }) => !findPrice(tables, product_id, pricebook_id));
}

const noPrices: readonly RequiredPrice[] = [];

const requiredPrices: { readonly [Name in TableName]?: (row: Rows[Name], tables: Tables) => RequiredPrice[] } = {
  products: ({ id: product_id, workspace_id }, tables) =>
    tables
      .table('pricebooks')
      .where('workspace_id', workspace_id)
      .map(({ id: pricebook_id, currency_id }) => ({ workspace_id, product_id, pricebook_id, currency_id })),
  pricebooks: ({ id: pricebook_id, workspace_id, currency_id }, tables) =>
    tables
      .table('products')
      .where('workspace_id', workspace_id)
      .map(({ id: product_id }) => ({ workspace_id, product_id, pricebook_id, currency_id })),
};
