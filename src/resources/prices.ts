import type { Price, PriceUpdate, prices } from '../contract/prices.ts';
import { prices as routes } from '../contract/routes.ts';
import type { ApiPromise } from '../transport/api-promise.ts';
import type { EndpointRequest } from '../transport/endpoint-request.ts';
import type { RequestOptions } from '../types/options.ts';

/**
 * Prices of products in pricebooks.
 *
 * Every method can also reject with the errors that {@link MasterDataClient} lists.
 *
 * @see Specification: *Resources and their fields, Price*; *Endpoints, Prices*
 */
export class Prices {
  readonly #send: EndpointRequest;

  /** @internal */
  constructor(send: EndpointRequest) {
    this.#send = send;
  }

  /**
   * Updates a price. Fields that are left out stay as they are. Amounts are in units of the price's currency, `percent` is
   * from 0 to 100. Product, pricebook and currency cannot change. The ids of a product's prices come with the product.
   *
   * @returns The whole price, as it is now, with the names and rates of what it refers to.
   * @throws {@link NotFoundError} if the workspace has no price with this id.
   * @throws {@link ValidationError} for an `amount` that is not positive, or another wrong field, or with code `invalid_id`
   * for an id that is not a UUID.
   * @see Specification: *Endpoints, Prices*, `PATCH /api/prices/{id}`; *Validation rules seen*
   *
   * @example
   * const product = await client.products.get(id);
   * for (const price of product.prices) await client.prices.update(price.id, { pricing_model: 'flat', amount: 499 });
   */
  update(id: string, body: PriceUpdate, options?: RequestOptions): ApiPromise<Price> {
    return this.#send<typeof prices.update>(routes.update, { params: { id }, body }, options);
  }
}
