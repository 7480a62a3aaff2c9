import type { ApiPromise } from '../api-promise.ts';
import type { CreatedCustomer, Customer, CustomerCreate, CustomerListItem, customers } from '../contract/customers.ts';
import { customers as routes } from '../contract/routes.ts';
import type { RequestOptions } from '../options.ts';
import type { Send } from '../transport/operation.ts';

/** Companies and individuals. */
export class Customers {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Creates a customer. What comes back has no `contact_ids` and `address_ids`.
   *
   * @throws {@link ValidationError} for a `type` other than `company` and `individual`, or another wrong field.
   *
   * @example
   * const customer = await client.customers.create({
   *   name: 'Acme GmbH',
   *   type: 'company',
   *   tax_ids: [{ tax: 'eu_vat', tax_value: 'DE123456789' }],
   * });
   */
  create(body: CustomerCreate, options?: RequestOptions): ApiPromise<CreatedCustomer> {
    return this.#send<typeof customers.create>(routes.create, { body }, options);
  }

  /** All customers of the workspace, each without `tax_ids`. */
  list(options?: RequestOptions): ApiPromise<CustomerListItem[]> {
    return this.#send<typeof customers.list>(routes.list, {}, options);
  }

  /**
   * A customer, with `tax_ids`, `contact_ids` and `address_ids`.
   *
   * @throws {@link NotFoundError} if the workspace has no customer with this id.
   */
  get(id: string, options?: RequestOptions): ApiPromise<Customer> {
    return this.#send<typeof customers.get>(routes.get, { params: { id } }, options);
  }
}
