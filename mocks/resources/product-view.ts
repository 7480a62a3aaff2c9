/** A product as responses show it: joined with its parent, links and prices. */
import type { Product } from '../../src/contract/products.ts';
import type { MockPolicies } from '../controls/policies.ts';
import type { Rows } from '../store/row-types.ts';
import type { CallDatabase } from './call-database.ts';

/** A product in the shape of Get Product. */
export function productView(row: Rows['products'], db: CallDatabase, policies: MockPolicies): Product {
  const parent = db.productParents.require(row.product_parent_id);
  const { settings, created_at, updated_at, created_by, updated_by, ...product } = row;
  const { language_id: _, ...shownSettings } = settings;
  const inherits = row.description_inherit_from_product && policies.inheritedDescription === 'parent';
  return {
    ...product,
    description: inherits ? parent.description : row.description,
    catalogs: parent.catalog_ids.map((id) => link(db.catalogs.require(id))),
    // A deleted category keeps its links: products keep their category ids.
    categories: parent.category_ids.map((id) => link(db.categories.require(id))),
    settings: { ...shownSettings, recurrence_type: parent.recurrence_type },
    parent_primary_image_id: parent.primary_image_id,
    prices: db.prices.where('product_id', row.id).map((price) => ({
      ...priceLink(price, db),
      pricing_model: price.pricing_model,
      amount: price.pricing_model === 'flat' ? amountOf(price, policies) : null,
    })),
    created_at,
    updated_at,
    created_by,
    updated_by,
  };
}

/** The amount of a price, or the value that stands for an unset amount. */
export function amountOf({ amount }: Rows['prices'], { unsetAmount }: MockPolicies): number | null {
  return amount ?? (unsetAmount === 'zero' ? 0 : null);
}

/** A price as every shape of a product names it. */
export function priceLink({ id, pricebook_id }: Rows['prices'], db: CallDatabase) {
  return { id, pricebook_id, pricebook_api_name: db.pricebooks.require(pricebook_id).api_name };
}

function link({ id, api_name }: { id: string; api_name: string }) {
  return { id, api_name };
}
