import type { Contact, ContactUpdate } from '../contract/contacts.ts';
import type { Contract } from '../contract/index.ts';
import { contacts as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { RequestOptions } from '../types/options.ts';

/**
 * Contacts: people at customers.
 *
 * Every method can also reject with the errors listed at {@link MasterDataClient}.
 *
 * @see The specification: *Resources and their fields, Contact*; *Endpoints, Contacts*
 */
export class Contacts {
  readonly #request: EndpointRequest;

  /** @internal */
  constructor(request: EndpointRequest) {
    this.#request = request;
  }

  /**
   * Gets a contact.
   *
   * @throws A {@link NotFoundError} if the workspace has no contact with this id.
   * @throws A {@link ValidationError} with code `invalid_id` if the id is not a UUID.
   * @see The specification: *Endpoints, Contacts*, `GET /api/contacts/{id}`
   *
   * @example
   * const { first_name, last_name, role } = await client.contacts.get(id);
   */
  get(id: string, options?: RequestOptions): ApiPromise<Contact> {
    return this.#request<Contract['contacts']['get']>(routes.get, { params: { id } }, options);
  }

  /**
   * Updates a contact. Fields that you omit keep their values. `role` replaces all roles; `null` clears `phone` and the
   * external identifiers. The customer cannot be changed.
   *
   * @returns The complete updated contact.
   * @throws A {@link NotFoundError} if the workspace has no contact with this id.
   * @throws A {@link ValidationError} if a field is invalid, or with code `invalid_id` if the id is not a UUID.
   * @see The specification: *Endpoints, Contacts*, `PATCH /api/contacts/{id}`
   *
   * @example
   * await client.contacts.update(id, { role: ['buyer', 'billing'], phone: null });
   */
  update(id: string, body: ContactUpdate, options?: RequestOptions): ApiPromise<Contact> {
    return this.#request<Contract['contacts']['update']>(routes.update, { params: { id }, body }, options);
  }
}
