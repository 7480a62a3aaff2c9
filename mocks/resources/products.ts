import type { Contract } from '../../src/contract/index.ts';
import { omit } from '../store/fields.ts';
import type { Handlers } from './handler.ts';
import { priceLink, productView } from './product-view.ts';

export const productHandlers: Handlers<Contract['products']> = {
  /** Makes the product parent, its default product, and a price in each pricebook of the workspace. */
  create({ body, db, user, policies }) {
    const { api_name, name, recurrence_type, catalog_ids, category_ids, ...fields } = body;
    const parent = db.productParents.insert({
      api_name,
      name,
      recurrence_type,
      catalog_ids,
      category_ids,
      reference: fields.reference,
      description: fields.description,
      is_active: fields.is_active,
    });
    const product = db.products.insert({
      ...fields,
      api_name,
      name,
      product_parent_id: parent.id,
      is_default: true,
      created_by: user,
      updated_by: user,
    });
    const view = productView(product, db, policies);
    return {
      ...omit(view, 'catalogs', 'categories', 'created_by', 'updated_by'),
      catalog_ids: [...parent.catalog_ids],
      category_ids: [...parent.category_ids],
      product_ids: [product.id],
      settings: { ...omit(view.settings, 'language_code'), language_id: product.settings.language_id },
      prices: db.prices.where('product_id', product.id).map((price) => priceLink(price, db)),
    };
  },

  get: ({ params, db, policies }) => productView(db.products.require(params.id), db, policies),

  update({ params, body, db, user, policies }) {
    const { category_ids, ...changes } = body;
    const before = db.products.require(params.id);
    // Links to categories are the parent's; they are sent to, and shown by, its products.
    if (category_ids !== undefined) {
      db.productParents.update(before.product_parent_id, { category_ids });
    }
    const isIgnored = policies.emptyUpdate === 'ignore' && Object.keys(body).length === 0;
    const product = db.products.update(before.id, isIgnored ? {} : { ...changes, updated_by: user });
    return omit(productView(product, db, policies), 'created_by', 'updated_by');
  },
};
