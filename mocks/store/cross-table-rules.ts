/** Rules that relate rows of several tables. The API cannot break them, so no other writer may. */

import { hasDefaultProduct } from './default-product.ts';
import type { ConstraintViolations } from './errors.ts';
import { findPrice, isReplaceable } from './required-prices.ts';
import type { Rows, TableName } from './row-types.ts';
import type { ReadableTables } from './tables.ts';

/** `previous` is the row before the change. It is undefined for an insertion. */
type Rule<Name extends TableName> = (
  row: Rows[Name],
  tables: ReadableTables,
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
export function groupColumns(name: TableName, { schema }: Pick<ReadableTables, 'schema'>): readonly string[] {
  if (name === 'products') return ['product_parent_id'];
  if (name === 'prices') return ['product_id'];
  return schema.metadata[name].uniqueApiName ? ['api_name'] : [];
}

/** Returns the rules that a row violates in relation to rows of other tables. */
export function ruleViolations<Name extends TableName>(
  name: Name,
  row: Rows[Name],
  tables: ReadableTables,
  previous: Rows[Name] | undefined,
): ConstraintViolations {
  return rules[name]?.(row, tables, previous) ?? noViolations;
}
