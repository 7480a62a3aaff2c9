import type { productParents } from '../../src/contract/product-parents.ts';
import type { Rows } from '../store/row-types.ts';
import { notFound } from './errors.ts';
import type { Handlers } from './handler.ts';
import { productView } from './product-view.ts';

export const productParentHandlers: Handlers<typeof productParents> = {
  create: ({ body, workspace }) => productParentView(workspace.insert('productParents', body)),

  list: ({ workspace }) =>
    workspace.list('productParents').map((parent) => {
      const { id, catalog_ids, ...rest } = productParentView(parent);
      const product_ids = workspace.where('products', 'product_parent_id', id).map((product) => product.id);
      return { id, catalog_ids, product_ids, ...rest };
    }),

  // The specification does not show this response. The mock returns the product as Get Product does.
  getProduct({ params, workspace, policies }) {
    const parent = workspace.get('productParents', params.id);
    const product = workspace.get('products', params.product_id);
    if (product.product_parent_id !== parent.id) throw notFound('Product', policies);
    return { ...productView(product, workspace, policies) };
  },
};

/** Returns a product parent without categories and image, which only its products show. */
function productParentView(row: Rows['productParents']) {
  const { workspace_id: _, category_ids: __, primary_image_id: ___, id, catalog_ids, ...rest } = row;
  return { id, catalog_ids, ...rest };
}
