import type { ApiPromise } from '../api-promise.ts';
import type { Category, CategoryUpdate, categories, DeletedCategory } from '../contract/categories.ts';
import { categories as routes } from '../contract/routes.ts';
import type { RequestOptions } from '../options.ts';
import type { Send } from '../transport/operation.ts';

/** Categories of products, which form a hierarchy. */
export class Categories {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * A category.
   *
   * @throws {@link NotFoundError} if the workspace has no category with this id, or it was deleted.
   */
  get(id: string, options?: RequestOptions): ApiPromise<Category> {
    return this.#send<typeof categories.get>(routes.get, { params: { id } }, options);
  }

  /**
   * Changes the fields that are given, and returns the whole category. A `parent_category_id` of `null` removes the
   * parent. The `api_name` cannot change.
   *
   * @throws {@link NotFoundError} if the workspace has no category with this id.
   * @throws {@link ValidationError} for a wrong field.
   */
  update(id: string, body: CategoryUpdate, options?: RequestOptions): ApiPromise<Category> {
    return this.#send<typeof categories.update>(routes.update, { params: { id }, body }, options);
  }

  /**
   * Deletes a category: it is no longer found. Its products keep it in their `category_ids`, its child categories and
   * the percentage price rules scoped to it remain.
   *
   * @throws {@link NotFoundError} if the workspace has no category with this id.
   * @throws {@link ConflictError} with code `CATEGORY_REFERENCED_IN_DISCOUNT` if an active discount refers to it.
   *
   * @example
   * const outcome = await client.categories.delete(id).result();
   * if (!outcome.ok && isConflictError(outcome.error)) console.log('in use by a discount');
   */
  delete(id: string, options?: RequestOptions): ApiPromise<DeletedCategory> {
    return this.#send<typeof categories.delete>(routes.delete, { params: { id } }, options);
  }
}
