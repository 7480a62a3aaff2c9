import type { Category, CategoryUpdate, DeletedCategory } from '../contract/categories.ts';
import type { Contract } from '../contract/index.ts';
import { categories as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { RequestOptions } from '../types/options.ts';

/**
 * Categories of products, which form a hierarchy.
 *
 * Every method can also reject with the errors listed at {@link MasterDataClient}.
 *
 * @see The specification: *Resources and their fields, Category*; *Endpoints, Categories*
 */
export class Categories {
  readonly #request: EndpointRequest;

  /** @internal */
  constructor(request: EndpointRequest) {
    this.#request = request;
  }

  /**
   * Gets a category.
   *
   * @throws A {@link NotFoundError} if the workspace has no category with this id, or it is deleted.
   * @throws A {@link ValidationError} with code `invalid_id` if the id is not a UUID.
   * @see The specification: *Endpoints, Categories*, `GET /api/categories/{id}`
   *
   * @example
   * const { name, parent_category_id } = await client.categories.get(id);
   */
  get(id: string, options?: RequestOptions): ApiPromise<Category> {
    return this.#request<Contract['categories']['get']>(routes.get, { params: { id } }, options);
  }

  /**
   * Updates a category. Fields that you omit keep their values; `parent_category_id: null` removes the parent. The
   * `api_name` cannot be changed.
   *
   * @returns The complete updated category.
   * @throws A {@link NotFoundError} if the workspace has no category with this id, or it is deleted.
   * @throws A {@link ValidationError} if a field is invalid, or with code `invalid_id` if the id is not a UUID.
   * @see The specification: *Endpoints, Categories*, `PATCH /api/categories/{id}`; *States and transitions*
   *
   * @example
   * await client.categories.update(id, { is_active: false });
   */
  update(id: string, body: CategoryUpdate, options?: RequestOptions): ApiPromise<Category> {
    return this.#request<Contract['categories']['update']>(routes.update, { params: { id }, body }, options);
  }

  /**
   * Deletes a category. Links from products, child categories and percentage price rules that refer to the category
   * remain.
   *
   * @throws A {@link NotFoundError} if the workspace has no category with this id, or it is already deleted.
   * @throws A {@link ConflictError} with code `CATEGORY_REFERENCED_IN_DISCOUNT` if an active discount refers to the
   * category.
   * @throws A {@link ValidationError} with code `invalid_id` if the id is not a UUID.
   * @see The specification: *Endpoints, Categories*, `DELETE /api/categories/{id}`; *States and transitions*
   *
   * @example
   * const result = await client.categories.delete(id).result();
   * if (!result.ok && isConflictError(result.error)) console.log('in use by a discount');
   */
  delete(id: string, options?: RequestOptions): ApiPromise<DeletedCategory> {
    return this.#request<Contract['categories']['delete']>(routes.delete, { params: { id } }, options);
  }
}
