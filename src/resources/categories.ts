import type { Category, CategoryUpdate, categories, DeletedCategory } from '../contract/categories.ts';
import { categories as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { RequestOptions } from '../types/options.ts';

/**
 * Categories of products, which form a hierarchy.
 *
 * Every method can also reject with the errors that {@link MasterDataClient} lists.
 *
 * @see Specification: *Resources and their fields, Category*; *Endpoints, Categories*
 */
export class Categories {
  readonly #send: EndpointRequest;

  /** @internal */
  constructor(send: EndpointRequest) {
    this.#send = send;
  }

  /**
   * Gets a category.
   *
   * @throws {@link NotFoundError} if the workspace has no category with this id, or it was deleted.
   * @throws {@link ValidationError} with code `invalid_id` if the id is not a UUID.
   * @see Specification: *Endpoints, Categories*, `GET /api/categories/{id}`
   *
   * @example
   * const { name, parent_category_id } = await client.categories.get(id);
   */
  get(id: string, options?: RequestOptions): ApiPromise<Category> {
    return this.#send<typeof categories.get>(routes.get, { params: { id } }, options);
  }

  /**
   * Updates a category. Fields that are left out stay as they are; a `parent_category_id` of `null` removes the parent. The
   * `api_name` cannot change.
   *
   * @returns The whole category, as it is now.
   * @throws {@link NotFoundError} if the workspace has no category with this id, or it was deleted.
   * @throws {@link ValidationError} for a wrong field, or with code `invalid_id` for an id that is not a UUID.
   * @see Specification: *Endpoints, Categories*, `PATCH /api/categories/{id}`; *States and transitions*
   *
   * @example
   * await client.categories.update(id, { is_active: false });
   */
  update(id: string, body: CategoryUpdate, options?: RequestOptions): ApiPromise<Category> {
    return this.#send<typeof categories.update>(routes.update, { params: { id }, body }, options);
  }

  /**
   * Deletes a category: it is no longer found. Its products keep it in their `category_ids`, its child categories and the
   * percentage price rules scoped to it remain.
   *
   * @throws {@link NotFoundError} if the workspace has no category with this id, or it was deleted before.
   * @throws {@link ConflictError} with code `CATEGORY_REFERENCED_IN_DISCOUNT` if an active discount refers to it.
   * @throws {@link ValidationError} with code `invalid_id` if the id is not a UUID.
   * @see Specification: *Endpoints, Categories*, `DELETE /api/categories/{id}`; *States and transitions*
   *
   * @example
   * const outcome = await client.categories.delete(id).result();
   * if (!outcome.ok && isConflictError(outcome.error)) console.log('in use by a discount');
   */
  delete(id: string, options?: RequestOptions): ApiPromise<DeletedCategory> {
    return this.#send<typeof categories.delete>(routes.delete, { params: { id } }, options);
  }
}
