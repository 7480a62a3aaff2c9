import type { Contract } from '../contract/index.ts';
import type { PaymentTerm } from '../contract/payment-terms.ts';
import { paymentTerms as routes } from '../contract/routes.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { ListPromise } from '../transport/list-promise.ts';
import type { RequestOptions } from '../types/options.ts';
import type { EmptyQuery } from '../types/query.ts';

/**
 * Payment terms, whose fields the specification does not document.
 *
 * Every method can also reject with the errors listed at {@link MasterDataClient}.
 *
 * @see The specification: *Endpoints, Gaps*
 */
export class PaymentTerms {
  readonly #request: EndpointRequest;

  /** @internal */
  constructor(request: EndpointRequest) {
    this.#request = request;
  }

  /**
   * Lists the payment terms of the workspace. The specification names this operation without documenting its fields:
   * check a field before you use it.
   *
   * @see The specification: *Endpoints, Gaps*, `GET /api/payment-terms`
   *
   * @example
   * const terms = await client.paymentTerms.list();
   * console.log(terms.map((term) => term['name']));
   */
  list(query?: EmptyQuery, options?: RequestOptions): ListPromise<PaymentTerm> {
    return this.#request.list<Contract['paymentTerms']['list']>(routes.list, query, options);
  }
}
