import type { ApiPromise } from '../api-promise.ts';
import type { PaymentTerm, paymentTerms } from '../contract/payment-terms.ts';
import { paymentTerms as routes } from '../contract/routes.ts';
import type { RequestOptions } from '../options.ts';
import type { Send } from '../transport/operation.ts';

/** Payment terms. */
export class PaymentTerms {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * All payment terms of the workspace. The service's documentation names this operation without saying what it
   * returns: look before you use a field.
   */
  list(options?: RequestOptions): ApiPromise<PaymentTerm[]> {
    return this.#send<typeof paymentTerms.list>(routes.list, {}, options);
  }
}
