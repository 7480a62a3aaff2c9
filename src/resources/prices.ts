import type { Contract } from '../contract/index.ts';
import type { Price, PriceUpdate } from '../contract/prices.ts';
import { prices as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { RequestOptions } from '../types/options.ts';

/**
 * Prices of products in pricebooks.
 *
 * Every method can also reject with the errors listed at {@link MasterDataClient}.
 *
 * @see The specification: *Resources and their fields, Price*; *Endpoints, Prices*
 */
export class Prices {
  readonly #request: EndpointRequest;

  /** @internal */
  constructor(request: EndpointRequest) {
    this.#request = request;
  }

  /**
   * Updates a price. Fields that you omit keep their values. Amounts are in units of the price's currency; `percent` is
   * from 0 to 100. Product, pricebook and currency cannot be changed. `products.get` returns the ids of a product's
   * prices.
   *
   * @returns The complete updated price, with the names and rates of the records it refers to.
   * @throws A {@link NotFoundError} if the workspace has no price with this id.
   * @throws A {@link ValidationError} if `amount` is not positive or another field is invalid, or with code
   * `invalid_id` if the id is not a UUID.
   * @see The specification: *Endpoints, Prices*, `PATCH /api/prices/{id}`; *Validation rules seen*
   *
   * @example
   * const product = await client.products.get(id);
   * for (const price of product.prices) await client.prices.update(price.id, { pricing_model: 'flat', amount: 499 });
   */
  update(id: string, body: PriceUpdate, options?: RequestOptions): ApiPromise<Price> {
    return this.#request<Contract['prices']['update']>(routes.update, { params: { id }, body }, options);
  }
}
