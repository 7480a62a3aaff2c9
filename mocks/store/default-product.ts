import { column, idIn } from './fields.ts';
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
