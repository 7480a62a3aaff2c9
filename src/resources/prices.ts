import type { ApiPromise } from '../api-promise.ts';
import type { Price, PriceUpdate, prices } from '../contract/prices.ts';
import { prices as routes } from '../contract/routes.ts';
import type { RequestOptions } from '../options.ts';
import type { Send } from '../transport/operation.ts';

/** Prices of products in pricebooks. */
export class Prices {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Changes the fields that are given, and returns the price with the names and rates of what it refers to. Amounts are
   * in units of the price's currency, `percent` is from 0 to 100. Product, pricebook and currency cannot change. The
   * ids of a product's prices come with the product.
   *
   * @throws {@link NotFoundError} if the workspace has no price with this id.
   * @throws {@link ValidationError} for an `amount` that is not positive, or another wrong field.
   *
   * @example
   * await client.prices.update(price.id, { pricing_model: 'flat', amount: 499 });
   */
  update(id: string, body: PriceUpdate, options?: RequestOptions): ApiPromise<Price> {
    return this.#send<typeof prices.update>(routes.update, { params: { id }, body }, options);
  }
}
