import type {
  Address,
  AddressCreate,
  AddressListItem,
  AddressListQuery,
  AddressUpdate,
  addresses,
} from '../contract/addresses.ts';
import { addresses as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { RequestOptions } from '../types/options.ts';

/**
 * Billing and shipping addresses of customers.
 *
 * Every method can also reject with the errors that {@link MasterDataClient} lists.
 *
 * @see Specification: *Resources and their fields, Address*; *Endpoints, Addresses*
 */
export class Addresses {
  readonly #send: EndpointRequest;

  /** @internal */
  constructor(send: EndpointRequest) {
    this.#send = send;
  }

  /**
   * Creates an address of a customer.
   *
   * @throws {@link ValidationError} for a `type` other than `billing` and `shipping`, a `customer_id` that is not a UUID,
   * a `country` that is no ISO 3166-1 alpha-2 code, or another wrong field.
   * @see Specification: *Endpoints, Addresses*, `POST /api/addresses`; *Validation rules seen*
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
    return this.#send<typeof addresses.create>(routes.create, { body }, options);
  }

  /**
   * Lists the addresses of the workspace, or of one customer. The specification shows no paging and no other filter.
   *
   * @throws {@link ValidationError} for a `customer_id` that is not a UUID.
   * @see Specification: *Endpoints, Addresses*, `GET /api/addresses`
   *
   * @example
   * const addresses = await client.addresses.list({ customer_id: customer.id });
   */
  list(query?: AddressListQuery, options?: RequestOptions): ApiPromise<AddressListItem[]> {
    return this.#send<typeof addresses.list>(routes.list, { query }, options);
  }

  /**
   * Gets an address. Unlike those of `list` it has no `workspace_id`.
   *
   * @throws {@link NotFoundError} if the workspace has no address with this id.
   * @throws {@link ValidationError} with code `invalid_id` if the id is not a UUID.
   * @see Specification: *Endpoints, Addresses*, `GET /api/addresses/{id}`
   *
   * @example
   * const { city, country } = await client.addresses.get(id);
   */
  get(id: string, options?: RequestOptions): ApiPromise<Address> {
    return this.#send<typeof addresses.get>(routes.get, { params: { id } }, options);
  }

  /**
   * Updates an address. Fields that are left out stay as they are; `null` clears a field that can be empty. The customer
   * cannot change.
   *
   * @returns The whole address, as it is now, without `workspace_id`.
   * @throws {@link NotFoundError} if the workspace has no address with this id.
   * @throws {@link ValidationError} for a wrong field, or with code `invalid_id` for an id that is not a UUID.
   * @see Specification: *Endpoints, Addresses*, `PATCH /api/addresses/{id}`
   *
   * @example
   * await client.addresses.update(id, { address_line1: 'Am Nordkai 5', address_line2: null });
   */
  update(id: string, body: AddressUpdate, options?: RequestOptions): ApiPromise<Address> {
    return this.#send<typeof addresses.update>(routes.update, { params: { id }, body }, options);
  }
}
