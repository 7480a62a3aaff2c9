import type { Contract } from '../contract/index.ts';
import type { CreatedProduct, Product, ProductCreate, ProductUpdate, UpdatedProduct } from '../contract/products.ts';
import { products as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { RequestOptions } from '../types/options.ts';

/**
 * Products: the variants of a product parent.
 *
 * Groups of fields are nested objects, `{ shipping: { weight: 2 } }`. The client sends them as flat keys,
 * `"shipping[weight]": 2`.
 *
 * Every method can also reject with the errors listed at {@link MasterDataClient}.
 *
 * @see The specification: *Resources and their fields, Product (variant)*; *Endpoints, Products*
 */
export class Products {
  readonly #request: EndpointRequest;

  /** @internal */
  constructor(request: EndpointRequest) {
    this.#request = request;
  }

  /**
   * Creates a product parent and its default product, and returns the product. The returned product lists catalogs and
   * categories by UUID, and its prices have no amounts; `products.get` returns them. `is_active` defaults to `true`.
   * Lengths are in `shipping.length_unit`, weights in `shipping.weight_unit`.
   *
   * @throws A {@link ValidationError} if `name` has fewer than 2 characters or another field is invalid.
   * @throws A {@link ConflictError} if the `api_name` is already in use. The specification states that the `api_name`
   * of a product parent is unique, but no status; this is the default of the mock.
   * @see The specification: *Endpoints, Products*, `POST /api/products`; *Product (variant)*, the create response
   *
   * @example
   * const product = await client.products.create({
   *   api_name: 'standing_desk',
   *   recurrence_type: 'one_off',
   *   name: 'Standing desk',
   *   shipping: { weight: 32, weight_unit: 'kg' },
   * });
   */
  create(body: ProductCreate, options?: RequestOptions): ApiPromise<CreatedProduct> {
    return this.#request<Contract['products']['create']>(routes.create, { body }, options);
  }

  /**
   * Gets a product. A price has an amount if its `pricing_model` is `flat`.
   *
   * @throws A {@link NotFoundError} if the workspace has no product with this id.
   * @throws A {@link ValidationError} with code `invalid_id` if the id is not a UUID.
   * @see The specification: *Endpoints, Products*, `GET /api/products/{id}`; *Price entry rules in `prices`*
   *
   * @example
   * const product = await client.products.get(id);
   * for (const { pricebook_api_name, amount } of product.prices) console.log(pricebook_api_name, amount);
   */
  get(id: string, options?: RequestOptions): ApiPromise<Product> {
    return this.#request<Contract['products']['get']>(routes.get, { params: { id } }, options);
  }

  /**
   * Updates a product. Fields that you omit keep their values, even within a group. `category_ids` replaces all links
   * to categories. `null` clears a measure in `shipping`; `primary_image_id: null` removes the image. Fields such as
   * `api_name` can only be set on creation.
   *
   * @returns The complete updated product, without `created_by` and `updated_by`.
   * @throws A {@link NotFoundError} if the workspace has no product with this id.
   * @throws A {@link ValidationError} if a field is invalid, unknown, read-only or can only be set on creation, or with
   * code `invalid_id` if the id is not a UUID.
   * @see The specification: *Endpoints, Products*, `PATCH /api/products/{id}`; *Errors*
   *
   * @example
   * await client.products.update(id, { shipping: { weight: 30 }, primary_image_id: null });
   */
  update(id: string, body: ProductUpdate, options?: RequestOptions): ApiPromise<UpdatedProduct> {
    return this.#request<Contract['products']['update']>(routes.update, { params: { id }, body }, options);
  }
}
