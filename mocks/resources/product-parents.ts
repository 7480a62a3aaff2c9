import type { Contract } from '../../src/contract/index.ts';
import type { ProductParent } from '../../src/contract/product-parents.ts';
import { omit } from '../store/fields.ts';
import type { Rows } from '../store/row-types.ts';
import type { CallDatabase } from './call-database.ts';
import { notFound } from './errors.ts';
import type { Handlers } from './handler.ts';
import { productView } from './product-view.ts';
import { createViewCache } from './view-cache.ts';

const cachedList = createViewCache<readonly ProductParent[]>();
const cachedItem = createViewCache<ProductParent>();

export const productParentHandlers: Handlers<Contract['productParents']> = {
  create: ({ body, db }) => productParentView(db.productParents.insert(body)),

  list({ db }) {
    const rows = db.productParents.all();
    return cachedList([rows, db.products.all()], () => rows.map((row) => listItem(row, db)));
  },

  // The specification does not show this response. The mock returns the product as Get Product does.
  getProduct({ params, db, policies }) {
    const parent = db.productParents.require(params.id);
    const product = db.products.require(params.product_id);
    if (product.product_parent_id !== parent.id) throw notFound('Product', policies);
    return { ...productView(product, db, policies) };
  },
};

function listItem(row: Rows['productParents'], db: CallDatabase): ProductParent {
  const products = db.products.where('product_parent_id', row.id);
  return cachedItem([row, products], () => {
    const { id, catalog_ids, ...rest } = productParentView(row);
    return { id, catalog_ids, product_ids: products.map((product) => product.id), ...rest };
  });
}

/** Returns a product parent without categories and image, which only its products show. */
function productParentView(row: Rows['productParents']) {
  const { id, catalog_ids, ...rest } = omit(row, 'workspace_id', 'category_ids', 'primary_image_id');
  return { id, catalog_ids, ...rest };
}
