import type { ApiPromise } from '../api-promise.ts';
import type {
  CreatedProduct,
  Product,
  ProductCreate,
  ProductUpdate,
  products,
  UpdatedProduct,
} from '../contract/products.ts';
import { products as routes } from '../contract/routes.ts';
import type { RequestOptions } from '../options.ts';
import type { Send } from '../transport/operation.ts';

/** Products, which are variants of a parent. */
export class Products {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Creates a product parent and its default product, and returns the latter. What comes back lists catalogs and
   * categories by UUID and has prices without amounts: `products.get` returns the rest.
   *
   * @throws {@link ValidationError} for a `name` of fewer than 2 characters, or another wrong field.
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
   * A product, with the amounts of its prices where their `pricing_model` is `flat`.
   *
   * @throws {@link NotFoundError} if the workspace has no product with this id.
   * @throws {@link ValidationError} with code `invalid_id` if the id is not a UUID.
   */
  get(id: string, options?: RequestOptions): ApiPromise<Product> {
    return this.#send<typeof products.get>(routes.get, { params: { id } }, options);
  }

  /**
   * Changes the fields that are given, and returns the product, without `created_by` and `updated_by`. `category_ids`
   * replaces all links to categories; a `primary_image_id` of `null` removes the image. What only a creation can set,
   * such as `api_name`, cannot change.
   *
   * @throws {@link NotFoundError} if the workspace has no product with this id.
   * @throws {@link ValidationError} for a field that is wrong, unknown, read-only or set at creation alone.
   *
   * @example
   * await client.products.update(id, { shipping: { weight: 30 }, primary_image_id: null });
   */
  update(id: string, body: ProductUpdate, options?: RequestOptions): ApiPromise<UpdatedProduct> {
    return this.#send<typeof products.update>(routes.update, { params: { id }, body }, options);
  }
}
