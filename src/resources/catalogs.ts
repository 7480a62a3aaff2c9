import type { Catalog, CatalogCreate, catalogs } from '../contract/catalogs.ts';
import { catalogs as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { RequestOptions } from '../types/options.ts';

/**
 * Catalogs of products.
 *
 * Every method can also reject with the errors that {@link MasterDataClient} lists.
 *
 * @see Specification: *Resources and their fields, Catalog*; *Endpoints, Catalogs*
 */
export class Catalogs {
  readonly #send: EndpointRequest;

  /** @internal */
  constructor(send: EndpointRequest) {
    this.#send = send;
  }

  /**
   * Creates a catalog. Without an `api_name` the service generates one; `is_active` is `true` by default.
   *
   * @throws {@link ValidationError} for a missing `name`, or another wrong field.
   * @throws {@link ConflictError} if the `api_name` is taken. The specification states neither that it is unique nor the
   * status; this is what the mock answers by default.
   * @see Specification: *Endpoints, Catalogs*, `POST /api/catalogs`; *Validation rules seen*
   *
   * @example
   * const catalog = await client.catalogs.create({ name: 'Workshop 2026', description: 'Benches and tools' });
   * console.log(catalog.api_name);
   */
  create(body: CatalogCreate, options?: RequestOptions): ApiPromise<Catalog> {
    return this.#send<typeof catalogs.create>(routes.create, { body }, options);
  }

  /**
   * Gets a catalog.
   *
   * @throws {@link NotFoundError} if the workspace has no catalog with this id.
   * @throws {@link ValidationError} with code `invalid_id` if the id is not a UUID.
   * @see Specification: *Endpoints, Catalogs*, `GET /api/catalogs/{id}`
   *
   * @example
   * const { name, is_active } = await client.catalogs.get(id);
   */
  get(id: string, options?: RequestOptions): ApiPromise<Catalog> {
    return this.#send<typeof catalogs.get>(routes.get, { params: { id } }, options);
  }
}
