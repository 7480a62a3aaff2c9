import type {
  Address,
  AddressCreate,
  AddressListItem,
  AddressListQuery,
  AddressUpdate,
} from '../contract/addresses.ts';
import type { Contract } from '../contract/index.ts';
import { addresses as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { ListPromise } from '../transport/list-promise.ts';
import type { RequestOptions } from '../types/options.ts';

/**
 * Billing and shipping addresses of customers.
 *
 * Every method can also reject with the errors listed at {@link MasterDataClient}.
 *
 * @see The specification: *Resources and their fields, Address*; *Endpoints, Addresses*
 */
export class Addresses {
  readonly #request: EndpointRequest;

  /** @internal */
  constructor(request: EndpointRequest) {
    this.#request = request;
  }

  /**
   * Creates an address for a customer.
   *
   * @throws A {@link ValidationError} if a field is invalid: for example, if `type` is not `billing` or `shipping`,
   * `customer_id` is not a UUID, or `country` is not an ISO 3166-1 alpha-2 code.
   * @see The specification: *Endpoints, Addresses*, `POST /api/addresses`; *Validation rules seen*
   *
   * @example
   * const address = await client.addresses.create({
   *   customer_id: customer.id,
   *   type: 'shipping',
   *   address_line1: 'Hafenstrasse 1',
   *   city: 'Hamburg',
   *   postal_code: '20457',
   *   country: 'DE',
   * });
   */
  create(body: AddressCreate, options?: RequestOptions): ApiPromise<AddressListItem> {
    return this.#request<Contract['addresses']['create']>(routes.create, { body }, options);
  }

  /**
   * Lists the addresses of the workspace or of one customer. The specification documents no other filter. To read
   * all pages of a long list, iterate: see {@link ListPromise}.
   *
   * @throws A {@link ValidationError} if `customer_id` is not a UUID.
   * @see The specification: *Endpoints, Addresses*, `GET /api/addresses`
   *
   * @example
   * const addresses = await client.addresses.list({ customer_id: customer.id });
   */
  list(query?: AddressListQuery, options?: RequestOptions): ListPromise<AddressListItem> {
    return this.#request.list<Contract['addresses']['list']>(routes.list, query, options);
  }

  /**
   * Gets an address, without `workspace_id`.
   *
   * @throws A {@link NotFoundError} if the workspace has no address with this id.
   * @throws A {@link ValidationError} with code `invalid_id` if the id is not a UUID.
   * @see The specification: *Endpoints, Addresses*, `GET /api/addresses/{id}`
   *
   * @example
   * const { city, country } = await client.addresses.get(id);
   */
  get(id: string, options?: RequestOptions): ApiPromise<Address> {
    return this.#request<Contract['addresses']['get']>(routes.get, { params: { id } }, options);
  }

  /**
   * Updates an address. Fields that you omit keep their values; `null` clears a nullable field. The customer cannot be
   * changed.
   *
   * @returns The complete updated address, without `workspace_id`.
   * @throws A {@link NotFoundError} if the workspace has no address with this id.
   * @throws A {@link ValidationError} if a field is invalid, or with code `invalid_id` if the id is not a UUID.
   * @see The specification: *Endpoints, Addresses*, `PATCH /api/addresses/{id}`
   *
   * @example
   * await client.addresses.update(id, { address_line1: 'Am Nordkai 5', address_line2: null });
   */
  update(id: string, body: AddressUpdate, options?: RequestOptions): ApiPromise<Address> {
    return this.#request<Contract['addresses']['update']>(routes.update, { params: { id }, body }, options);
  }
}
