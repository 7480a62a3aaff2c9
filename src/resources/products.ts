import type {
  CreatedProduct,
  Product,
  ProductCreate,
  ProductUpdate,
  products,
  UpdatedProduct,
} from '../contract/products.ts';
import { products as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { RequestOptions } from '../types/options.ts';

/**
 * Products, which are variants of a parent.
 *
 * Groups of fields are nested here, `{ shipping: { weight: 2 } }`, and go out as flat keys, `"shipping[weight]": 2`.
 *
 * Every method can also reject with the errors that {@link MasterDataClient} lists.
 *
 * @see Specification: *Resources and their fields, Product (variant)*; *Endpoints, Products*
 */
export class Products {
  readonly #send: EndpointRequest;

  /** @internal */
  constructor(send: EndpointRequest) {
    this.#send = send;
  }

  /**
   * Creates a product parent and its default product, and returns the latter. What comes back lists catalogs and categories
   * by UUID and has prices without amounts: `products.get` returns the rest. `is_active` is `true` by default; lengths are in
   * `shipping.length_unit`, weights in `shipping.weight_unit`.
   *
   * @throws {@link ValidationError} for a `name` of fewer than 2 characters, or another wrong field.
   * @throws {@link ConflictError} if the `api_name` is taken. The specification states that a product parent's is unique,
   * and not the status; this is what the mock answers by default.
   * @see Specification: *Endpoints, Products*, `POST /api/products`; *Product (variant)*, the create response
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
    return this.#send<typeof products.create>(routes.create, { body }, options);
  }

  /**
   * Gets a product, with the amounts of its prices where their `pricing_model` is `flat`.
   *
   * @throws {@link NotFoundError} if the workspace has no product with this id.
   * @throws {@link ValidationError} with code `invalid_id` if the id is not a UUID.
   * @see Specification: *Endpoints, Products*, `GET /api/products/{id}`; *Price entry rules in `prices`*
   *
   * @example
   * const product = await client.products.get(id);
   * for (const { pricebook_api_name, amount } of product.prices) console.log(pricebook_api_name, amount);
   */
  get(id: string, options?: RequestOptions): ApiPromise<Product> {
    return this.#send<typeof products.get>(routes.get, { params: { id } }, options);
  }

  /**
   * Updates a product. Fields that are left out stay as they are, those of a group too; `category_ids` replaces all links to
   * categories; `null` clears a measure in `shipping`, and as `primary_image_id` removes the image. What only a creation can
   * set, such as `api_name`, cannot change.
   *
   * @returns The whole product, as it is now, without `created_by` and `updated_by`.
   * @throws {@link NotFoundError} if the workspace has no product with this id.
   * @throws {@link ValidationError} for a field that is wrong, unknown, read-only or set at creation alone, or with code
   * `invalid_id` for an id that is not a UUID.
   * @see Specification: *Endpoints, Products*, `PATCH /api/products/{id}`; *Errors*
   *
   * @example
   * await client.products.update(id, { shipping: { weight: 30 }, primary_image_id: null });
   */
  update(id: string, body: ProductUpdate, options?: RequestOptions): ApiPromise<UpdatedProduct> {
    return this.#send<typeof products.update>(routes.update, { params: { id }, body }, options);
  }
}
