import type {
  CreatedProductParent,
  ProductOfParent,
  ProductParent,
  ProductParentCreate,
  productParents,
} from '../contract/product-parents.ts';
import { productParents as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { RequestOptions } from '../types/options.ts';

/**
 * The masters that the variants of a product share.
 *
 * Every method can also reject with the errors that {@link MasterDataClient} lists.
 *
 * @see Specification: *Resources and their fields, Product parent*; *Endpoints, Product parents*
 */
export class ProductParents {
  readonly #send: EndpointRequest;

  /** @internal */
  constructor(send: EndpointRequest) {
    this.#send = send;
  }

  /**
   * Creates a product parent. What comes back has no `product_ids`; `is_active` is `true` by default.
   *
   * @throws {@link ValidationError} for a missing `api_name`, `recurrence_type` or `name`, or another wrong field.
   * @throws {@link ConflictError} if the `api_name` is taken. The specification states that it is unique, and not the
   * status; this is what the mock answers by default.
   * @see Specification: *Endpoints, Product parents*, `POST /api/product-parents`; *Validation rules seen*
   *
   * @example
   * const parent = await client.productParents.create({
   *   api_name: 'rolling_shelf',
   *   recurrence_type: 'one_off',
   *   name: 'Rolling shelf',
   * });
   */
  create(body: ProductParentCreate, options?: RequestOptions): ApiPromise<CreatedProductParent> {
    return this.#send<typeof productParents.create>(routes.create, { body }, options);
  }

  /**
   * Lists all product parents of the workspace, with `product_ids`. The specification shows neither paging nor filters:
   * what comes is everything.
   *
   * @see Specification: *Endpoints, Product parents*, `GET /api/product-parents`
   *
   * @example
   * const parents = await client.productParents.list();
   * const empty = parents.filter(({ product_ids }) => product_ids.length === 0);
   */
  list(options?: RequestOptions): ApiPromise<ProductParent[]> {
    return this.#send<typeof productParents.list>(routes.list, {}, options);
  }

  /**
   * Gets a product of a product parent. The specification names this operation without saying what it returns: look before
   * you use a field, or use `products.get`.
   *
   * @throws {@link NotFoundError} if the parent has no such product.
   * @throws {@link ValidationError} with code `invalid_id` if one of the ids is not a UUID.
   * @see Specification: *Endpoints, Gaps*, `GET /api/product-parents/{id}/products/{product_id}`
   *
   * @example
   * const product = await client.productParents.getProduct(parentId, productId);
   * if (typeof product['name'] === 'string') console.log(product['name']);
   */
  getProduct(parentId: string, productId: string, options?: RequestOptions): ApiPromise<ProductOfParent> {
    return this.#send<typeof productParents.getProduct>(
      routes.getProduct,
      { params: { id: parentId, product_id: productId } },
      options,
    );
  }
}
