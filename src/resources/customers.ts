import type { CreatedCustomer, Customer, CustomerCreate, CustomerListItem } from '../contract/customers.ts';
import type { Contract } from '../contract/index.ts';
import { customers as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { ListPromise } from '../transport/list-promise.ts';
import type { RequestOptions } from '../types/options.ts';
import type { EmptyQuery } from '../types/query.ts';

/**
 * Customers: companies and individuals.
 *
 * Every method can also reject with the errors listed at {@link MasterDataClient}.
 *
 * @see The specification: *Resources and their fields, Customer*; *Endpoints, Customers*
 */
export class Customers {
  readonly #request: EndpointRequest;

  /** @internal */
  constructor(request: EndpointRequest) {
    this.#request = request;
  }

  /**
   * Creates a customer. The returned customer has no `contact_ids` and `address_ids`.
   *
   * @throws A {@link ValidationError} if a field is invalid: for example, if `type` is not `company` or `individual`,
   * or a tax registration has no `tax` or `tax_value`.
   * @see The specification: *Endpoints, Customers*, `POST /api/customers`; *Validation rules seen*
   *
   * @example
   * const customer = await client.customers.create({
   *   name: 'Acme GmbH',
   *   type: 'company',
   *   tax_ids: [{ tax: 'eu_vat', tax_value: 'DE123456789' }],
   * });
   */
  create(body: CustomerCreate, options?: RequestOptions): ApiPromise<CreatedCustomer> {
    return this.#request<Contract['customers']['create']>(routes.create, { body }, options);
  }

  /**
   * Lists the customers of the workspace, without `tax_ids`. The specification documents no query parameters. To read
   * all pages of a long list, iterate: see {@link ListPromise}.
   *
   * @see The specification: *Endpoints, Customers*, `GET /api/customers`
   *
   * @example
   * const customers = await client.customers.list();
   * const companies = customers.filter(({ type }) => type === 'company');
   * for await (const customer of client.customers.list()) console.log(customer.name);
   */
  list(query?: EmptyQuery, options?: RequestOptions): ListPromise<CustomerListItem> {
    return this.#request.list<Contract['customers']['list']>(routes.list, query, options);
  }

  /**
   * Gets a customer, with `tax_ids`, `contact_ids` and `address_ids`.
   *
   * @throws A {@link NotFoundError} if the workspace has no customer with this id.
   * @throws A {@link ValidationError} with code `invalid_id` if the id is not a UUID.
   * @see The specification: *Endpoints, Customers*, `GET /api/customers/{id}`
   *
   * @example
   * const customer = await client.customers.get(id);
   * for (const { tax, tax_value } of customer.tax_ids) console.log(tax, tax_value);
   */
  get(id: string, options?: RequestOptions): ApiPromise<Customer> {
    return this.#request<Contract['customers']['get']>(routes.get, { params: { id } }, options);
  }
}
