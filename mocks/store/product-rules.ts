import { column, idIn } from './fields.ts';
import { metadata } from './metadata.ts';
import type { Rows, TableName } from './row-types.ts';
import type { ReadableTables } from './tables.ts';

/** Whether a product parent has a default product, other than the given one. */
export function hasDefaultProduct(tables: ReadableTables, parentId: string, exceptId?: string): boolean {
  const products = tables.table('products').where('product_parent_id', parentId);
  return products.some(({ id, is_default }) => is_default && id !== exceptId);
}

/** Returns the product that becomes the default product of its parent after a row was deleted. */
export function nextDefaultProduct(
  name: TableName,
  deleted: object,
  tables: ReadableTables,
): Rows['products'] | undefined {
  if (name !== 'products' || column(deleted, 'is_default') !== true) return undefined;
  const products = tables.table('products').where('product_parent_id', idIn(deleted, 'product_parent_id'));
  return products.some(({ is_default }) => is_default) ? undefined : products[0];
}

/** Adds the fields of a new row that follow from other rows: the first product of a parent is its default product. */
export function withImpliedFields<Fields extends object>(
  name: TableName,
  fields: Fields,
  tables: ReadableTables,
): Fields {
  if (name !== 'products' || column(fields, 'is_default') !== undefined) return fields;
  return { ...fields, is_default: !hasDefaultProduct(tables, idIn(fields, 'product_parent_id')) };
}

/** Returns the price of a product in a pricebook, unless it has the given id. */
export function findPrice(
  tables: ReadableTables,
  productId: string,
  pricebookId: string,
  exceptId?: string,
): Rows['prices'] | undefined {
  const prices = tables.table('prices').where('product_id', productId);
  return prices.find(({ id, pricebook_id }) => pricebook_id === pricebookId && id !== exceptId);
}

/** Returns the price that an insertion with these fields replaces: the price as the store created it. */
export function findBlankPrice(tables: ReadableTables, fields: object): Rows['prices'] | undefined {
  const price = findPrice(tables, idIn(fields, 'product_id'), idIn(fields, 'pricebook_id'));
  return price && isReplaceable(price, tables) ? price : undefined;
}

/** Whether a price is as the store added it, and no other price refers to it. */
export function isReplaceable(price: Rows['prices'], tables: ReadableTables): boolean {
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
  tables: ReadableTables,
): readonly RequiredPrice[] {
  const prices = requiredPrices[name]?.(row, tables);
  if (!prices) return noPrices;
  return prices.filter(({ product_id, pricebook_id }) => !findPrice(tables, product_id, pricebook_id));
}

const noPrices: readonly RequiredPrice[] = [];

const requiredPrices: { readonly [Name in TableName]?: (row: Rows[Name], tables: ReadableTables) => RequiredPrice[] } =
  {
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
