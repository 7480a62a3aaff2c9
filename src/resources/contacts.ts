import type { ApiPromise } from '../api-promise.ts';
import type { Contact, ContactUpdate, contacts } from '../contract/contacts.ts';
import { contacts as routes } from '../contract/routes.ts';
import type { RequestOptions } from '../options.ts';
import type { Send } from '../transport/operation.ts';

/** People at customers. */
export class Contacts {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * A contact.
   *
   * @throws {@link NotFoundError} if the workspace has no contact with this id.
   */
  get(id: string, options?: RequestOptions): ApiPromise<Contact> {
    return this.#send<typeof contacts.get>(routes.get, { params: { id } }, options);
  }

  /**
   * Changes the fields that are given, and returns the whole contact. `role` replaces all roles; `null` clears `phone`
   * and the external identifiers. The customer cannot change.
   *
   * @throws {@link NotFoundError} if the workspace has no contact with this id.
   * @throws {@link ValidationError} for a wrong field.
   *
   * @example
   * await client.contacts.update(id, { role: ['buyer', 'billing'], phone: null });
   */
  update(id: string, body: ContactUpdate, options?: RequestOptions): ApiPromise<Contact> {
    return this.#send<typeof contacts.update>(routes.update, { params: { id }, body }, options);
  }
}
