import type { ApiPromise } from '../api-promise.ts';
import type { Catalog, CatalogCreate, catalogs } from '../contract/catalogs.ts';
import { catalogs as routes } from '../contract/routes.ts';
import type { RequestOptions } from '../options.ts';
import type { Send } from '../transport/operation.ts';

/** Catalogs of products. */
export class Catalogs {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Creates a catalog. Without an `api_name` the service generates one; `is_active` is true by default.
   *
   * @throws {@link ValidationError} for a missing `name` or another wrong field.
   */
  create(body: CatalogCreate, options?: RequestOptions): ApiPromise<Catalog> {
    return this.#send<typeof catalogs.create>(routes.create, { body }, options);
  }

  /**
   * A catalog.
   *
   * @throws {@link NotFoundError} if the workspace has no catalog with this id.
   */
  get(id: string, options?: RequestOptions): ApiPromise<Catalog> {
    return this.#send<typeof catalogs.get>(routes.get, { params: { id } }, options);
  }
}
