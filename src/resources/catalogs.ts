import type { Catalog, CatalogCreate } from '../contract/catalogs.ts';
import type { Contract } from '../contract/index.ts';
import { catalogs as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { RequestOptions } from '../types/options.ts';

/**
 * Catalogs of products.
 *
 * Every method can also reject with the errors listed at {@link MasterDataClient}.
 *
 * @see The specification: *Resources and their fields, Catalog*; *Endpoints, Catalogs*
 */
export class Catalogs {
  readonly #request: EndpointRequest;

  /** @internal */
  constructor(request: EndpointRequest) {
    this.#request = request;
  }

  /**
   * Creates a catalog. If you omit `api_name`, the service generates one. `is_active` defaults to `true`.
   *
   * @throws A {@link ValidationError} if `name` is missing or another field is invalid.
   * @throws A {@link ConflictError} if the `api_name` is already in use. The specification states neither that it is
   * unique nor a status; this is the default of the mock.
   * @see The specification: *Endpoints, Catalogs*, `POST /api/catalogs`; *Validation rules seen*
   *
   * @example
   * const catalog = await client.catalogs.create({ name: 'Workshop 2026', description: 'Benches and tools' });
   * console.log(catalog.api_name);
   */
  create(body: CatalogCreate, options?: RequestOptions): ApiPromise<Catalog> {
    return this.#request<Contract['catalogs']['create']>(routes.create, { body }, options);
  }

  /**
   * Gets a catalog.
   *
   * @throws A {@link NotFoundError} if the workspace has no catalog with this id.
   * @throws A {@link ValidationError} with code `invalid_id` if the id is not a UUID.
   * @see The specification: *Endpoints, Catalogs*, `GET /api/catalogs/{id}`
   *
   * @example
   * const { name, is_active } = await client.catalogs.get(id);
   */
  get(id: string, options?: RequestOptions): ApiPromise<Catalog> {
    return this.#request<Contract['catalogs']['get']>(routes.get, { params: { id } }, options);
  }
}
