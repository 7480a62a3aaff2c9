import type { ApiPromise } from '../api-promise.ts';
import type {
  CreatedProductParent,
  ProductOfParent,
  ProductParent,
  ProductParentCreate,
  productParents,
} from '../contract/product-parents.ts';
import { productParents as routes } from '../contract/routes.ts';
import type { RequestOptions } from '../options.ts';
import type { Send } from '../transport/operation.ts';

/** The masters that the variants of a product share. */
export class ProductParents {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Creates a product parent. What comes back has no `product_ids`; `is_active` is true by default.
   *
   * @throws {@link ValidationError} for a missing `api_name` or `recurrence_type`, or another wrong field.
   */
  create(body: ProductParentCreate, options?: RequestOptions): ApiPromise<CreatedProductParent> {
    return this.#send<typeof productParents.create>(routes.create, { body }, options);
  }

  /** All product parents of the workspace, with `product_ids`. */
  list(options?: RequestOptions): ApiPromise<ProductParent[]> {
    return this.#send<typeof productParents.list>(routes.list, {}, options);
  }

  /**
   * A product of a product parent. The service's documentation names this operation without saying what it returns:
   * look before you use a field, or use `products.get`.
   *
   * @throws {@link NotFoundError} if the parent has no such product.
   */
  getProduct(parentId: string, productId: string, options?: RequestOptions): ApiPromise<ProductOfParent> {
    return this.#send<typeof productParents.getProduct>(
      routes.getProduct,
      { params: { id: parentId, product_id: productId } },
      options,
    );
  }
}
