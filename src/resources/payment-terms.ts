import type { PaymentTerm, paymentTerms } from '../contract/payment-terms.ts';
import { paymentTerms as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { RequestOptions } from '../types/options.ts';

/**
 * Payment terms.
 *
 * Every method can also reject with the errors that {@link MasterDataClient} lists.
 *
 * @see Specification: *Endpoints, Gaps*
 */
export class PaymentTerms {
  readonly #send: EndpointRequest;

  /** @internal */
  constructor(send: EndpointRequest) {
    this.#send = send;
  }

  /**
   * Lists all payment terms of the workspace. The specification names this operation without saying what it returns: look
   * before you use a field.
   *
   * @see Specification: *Endpoints, Gaps*, `GET /api/payment-terms`
   *
   * @example
   * const terms = await client.paymentTerms.list();
   * console.log(terms.map((term) => term['name']));
   */
  list(options?: RequestOptions): ApiPromise<PaymentTerm[]> {
    return this.#send<typeof paymentTerms.list>(routes.list, {}, options);
  }
}
