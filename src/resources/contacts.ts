import type { Contact, ContactUpdate, contacts } from '../contract/contacts.ts';
import { contacts as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { RequestOptions } from '../types/options.ts';

/**
 * People at customers.
 *
 * Every method can also reject with the errors that {@link MasterDataClient} lists.
 *
 * @see Specification: *Resources and their fields, Contact*; *Endpoints, Contacts*
 */
export class Contacts {
  readonly #send: EndpointRequest;

  /** @internal */
  constructor(send: EndpointRequest) {
    this.#send = send;
  }

  /**
   * Gets a contact.
   *
   * @throws {@link NotFoundError} if the workspace has no contact with this id.
   * @throws {@link ValidationError} with code `invalid_id` if the id is not a UUID.
   * @see Specification: *Endpoints, Contacts*, `GET /api/contacts/{id}`
   *
   * @example
   * const { first_name, last_name, role } = await client.contacts.get(id);
   */
  get(id: string, options?: RequestOptions): ApiPromise<Contact> {
    return this.#send<typeof contacts.get>(routes.get, { params: { id } }, options);
  }

  /**
   * Updates a contact. Fields that are left out stay as they are; `role` replaces all roles; `null` clears `phone` and the
   * external identifiers. The customer cannot change.
   *
   * @returns The whole contact, as it is now.
   * @throws {@link NotFoundError} if the workspace has no contact with this id.
   * @throws {@link ValidationError} for a wrong field, or with code `invalid_id` for an id that is not a UUID.
   * @see Specification: *Endpoints, Contacts*, `PATCH /api/contacts/{id}`
   *
   * @example
   * await client.contacts.update(id, { role: ['buyer', 'billing'], phone: null });
   */
  update(id: string, body: ContactUpdate, options?: RequestOptions): ApiPromise<Contact> {
    return this.#send<typeof contacts.update>(routes.update, { params: { id }, body }, options);
  }
}
