import type { Contract } from '../contract/index.ts';
import type {
  CreatedProductParent,
  ProductOfParent,
  ProductParent,
  ProductParentCreate,
} from '../contract/product-parents.ts';
import { productParents as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { ListPromise } from '../transport/list-promise.ts';
import type { RequestOptions } from '../types/options.ts';
import type { EmptyQuery } from '../types/query.ts';

/**
 * Product parents: the data that product variants share.
 *
 * Every method can also reject with the errors listed at {@link MasterDataClient}.
 *
 * @see The specification: *Resources and their fields, Product parent*; *Endpoints, Product parents*
 */
export class ProductParents {
  readonly #request: EndpointRequest;

  /** @internal */
  constructor(request: EndpointRequest) {
    this.#request = request;
  }

  /**
   * Creates a product parent. The returned product parent has no `product_ids`. `is_active` defaults to `true`.
   *
   * @throws A {@link ValidationError} if `api_name`, `recurrence_type` or `name` is missing, or another field is
   * invalid.
   * @throws A {@link ConflictError} if the `api_name` is already in use. The specification states that it is unique,
   * but no status; this is the default of the mock.
   * @see The specification: *Endpoints, Product parents*, `POST /api/product-parents`; *Validation rules seen*
   *
   * @example
   * const parent = await client.productParents.create({
   *   api_name: 'rolling_shelf',
   *   recurrence_type: 'one_off',
   *   name: 'Rolling shelf',
   * });
   */
  create(body: ProductParentCreate, options?: RequestOptions): ApiPromise<CreatedProductParent> {
    return this.#request<Contract['productParents']['create']>(routes.create, { body }, options);
  }

  /**
   * Lists the product parents of the workspace, with `product_ids`. The specification documents no query parameters. To
   * read all pages of a long list, iterate: see {@link ListPromise}.
   *
   * @see The specification: *Endpoints, Product parents*, `GET /api/product-parents`
   *
   * @example
   * const parents = await client.productParents.list();
   * const empty = parents.filter(({ product_ids }) => product_ids.length === 0);
   */
  list(query?: EmptyQuery, options?: RequestOptions): ListPromise<ProductParent> {
    return this.#request.list<Contract['productParents']['list']>(routes.list, query, options);
  }

  /**
   * Gets a product of a product parent. The specification names this operation without documenting its fields: check a
   * field before you use it, or call `products.get`.
   *
   * @throws A {@link NotFoundError} if the product parent has no product with this id.
   * @throws A {@link ValidationError} with code `invalid_id` if one of the ids is not a UUID.
   * @see The specification: *Endpoints, Gaps*, `GET /api/product-parents/{id}/products/{product_id}`
   *
   * @example
   * const product = await client.productParents.getProduct(parentId, productId);
   * if (typeof product['name'] === 'string') console.log(product['name']);
   */
  getProduct(parentId: string, productId: string, options?: RequestOptions): ApiPromise<ProductOfParent> {
    return this.#request<Contract['productParents']['getProduct']>(
      routes.getProduct,
      { params: { id: parentId, product_id: productId } },
      options,
    );
  }
}
