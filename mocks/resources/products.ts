import type { products } from '../../src/contract/products.ts';
import { omit } from '../store/fields.ts';
import type { Handlers } from './handler.ts';
import { priceLink, productView } from './product-view.ts';

export const productHandlers: Handlers<typeof products> = {
  /** Makes the product parent, its default product, and a price in each pricebook of the workspace. */
  create({ body, workspace, user, policies }) {
    const { api_name, name, recurrence_type, catalog_ids, category_ids, ...fields } = body;
    const parent = workspace.insert('productParents', {
      api_name,
      name,
      recurrence_type,
      catalog_ids,
      category_ids,
      reference: fields.reference,
      description: fields.description,
      is_active: fields.is_active,
    });
    const product = workspace.insert('products', {
      ...fields,
      api_name,
      name,
      product_parent_id: parent.id,
      is_default: true,
      created_by: user,
      updated_by: user,
    });
    workspace.addPrices();
    const view = productView(product, workspace, policies);
    return {
      ...omit(view, 'catalogs', 'categories', 'created_by', 'updated_by'),
      catalog_ids: [...parent.catalog_ids],
      category_ids: [...parent.category_ids],
      product_ids: [product.id],
      settings: { ...omit(view.settings, 'language_code'), language_id: product.settings.language_id },
      prices: workspace.where('prices', 'product_id', product.id).map((price) => priceLink(price, workspace)),
    };
  },

  get: ({ params, workspace, policies }) => productView(workspace.get('products', params.id), workspace, policies),

  update({ params, body, workspace, user, policies }) {
    const { category_ids, ...changes } = body;
    const before = workspace.get('products', params.id);
    // Links to categories are the parent's; they are sent to, and shown by, its products.
    if (category_ids !== undefined) {
      workspace.update('productParents', workspace.get('productParents', before.product_parent_id), { category_ids });
    }
    const isIgnored = policies.emptyUpdate === 'ignore' && Object.keys(body).length === 0;
    const product = workspace.update('products', before, isIgnored ? {} : { ...changes, updated_by: user });
    return omit(productView(product, workspace, policies), 'created_by', 'updated_by');
  },
};
