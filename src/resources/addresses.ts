import type { ApiPromise } from '../api-promise.ts';
import type {
  Address,
  AddressCreate,
  AddressListItem,
  AddressListQuery,
  AddressUpdate,
  addresses,
} from '../contract/addresses.ts';
import { addresses as routes } from '../contract/routes.ts';
import type { RequestOptions } from '../options.ts';
import type { Send } from '../transport/operation.ts';

/** Billing and shipping addresses of customers. */
export class Addresses {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Creates an address of a customer.
   *
   * @throws {@link ValidationError} for a `type` other than `billing` and `shipping`, a `country` that is no
   * ISO 3166-1 alpha-2 code, or another wrong field.
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
   * All addresses of the workspace, or those of one customer.
   *
   * @example
   * const addresses = await client.addresses.list({ customer_id: customer.id });
   */
  list(query?: AddressListQuery, options?: RequestOptions): ApiPromise<AddressListItem[]> {
    return this.#send<typeof addresses.list>(routes.list, { query }, options);
  }

  /**
   * An address. Unlike those of `list` it has no `workspace_id`.
   *
   * @throws {@link NotFoundError} if the workspace has no address with this id.
   */
  get(id: string, options?: RequestOptions): ApiPromise<Address> {
    return this.#send<typeof addresses.get>(routes.get, { params: { id } }, options);
  }

  /**
   * Changes the fields that are given, and returns the whole address, without `workspace_id`. `null` clears a field
   * that can be empty. The customer cannot change.
   *
   * @throws {@link NotFoundError} if the workspace has no address with this id.
   * @throws {@link ValidationError} for a wrong field.
   */
  update(id: string, body: AddressUpdate, options?: RequestOptions): ApiPromise<Address> {
    return this.#send<typeof addresses.update>(routes.update, { params: { id }, body }, options);
  }
}
