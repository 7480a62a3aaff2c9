/** The client: its settings, and the resources as its properties. */

import { Addresses } from './resources/addresses.ts';
import { Catalogs } from './resources/catalogs.ts';
import { Categories } from './resources/categories.ts';
import { Contacts } from './resources/contacts.ts';
import { Customers } from './resources/customers.ts';
import { PaymentTerms } from './resources/payment-terms.ts';
import { Prices } from './resources/prices.ts';
import { ProductParents } from './resources/product-parents.ts';
import { Products } from './resources/products.ts';
import type { ApiPromise } from './transport/api-promise.ts';
import { createEndpointRequest } from './transport/endpoint-request.ts';
import { Transport } from './transport/transport.ts';
import { checkPath, type Query } from './transport/url.ts';
import type { ClientOptions, RequestOptions, StandardSchema } from './types/options.ts';

/** A request to a path that no method of the client stands for. */
export interface CustomRequest<T = unknown> {
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path under the base URL, such as `/api/pricebooks`, with whatever it contains already encoded. */
  readonly path: string;
  /** Query parameters: `undefined` is left out, an array repeats its key. */
  readonly query?: Query | undefined;
  /** Body, sent as JSON just as it is: groups are not turned into bracketed keys, see {@link encodeBrackets}. */
  readonly body?: unknown;
  /** What the data is held against, as `validation.responses` says; it types the data, and does not change it. */
  readonly schema?: StandardSchema<T> | undefined;
}

/**
 * A client of the Commercial Master-Data API.
 *
 * Its methods return an {@link ApiPromise} and reject with a {@link MasterDataError}:
 * - an {@link ApiError} where the service refused: beside those that a method names, an {@link AuthenticationError} (401),
 *   a {@link PermissionDeniedError} (403), a {@link RateLimitError} (429) or a {@link ServerError} (5xx)
 * - a {@link ConnectionError}, {@link TimeoutError} or {@link AbortedError} where no answer came
 * - an {@link UnexpectedResponseError} where the answer was none of the service's
 * - an {@link InvalidRequestError} where nothing was sent, since an id was empty, or a body broke the contract and
 *   `validation.requests` is `'throw'`
 *
 * @see The specification: *Authentication*; *Errors*; *Limits*
 *
 * @example
 * const client = new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken });
 * const customer = await client.customers.create({ name: 'Acme', type: 'company' });
 */
export class MasterDataClient {
  readonly #transport: Transport;
  /** Companies and individuals. */
  readonly customers: Customers;
  /** People at customers. */
  readonly contacts: Contacts;
  /** Billing and shipping addresses of customers. */
  readonly addresses: Addresses;
  /** Product categories. */
  readonly categories: Categories;
  /** Catalogs of products. */
  readonly catalogs: Catalogs;
  /** Product parents: the masters that variants share. */
  readonly productParents: ProductParents;
  /** Products: the variants of a product parent. */
  readonly products: Products;
  /** Prices of products in pricebooks. */
  readonly prices: Prices;
  /** Payment terms. */
  readonly paymentTerms: PaymentTerms;

  /**
   * Creates a client. Options that you omit take their defaults; `baseUrl` and `apiToken` default to the environment
   * variables `MASTERDATA_BASE_URL` and `MASTERDATA_API_TOKEN`.
   *
   * @throws A {@link ConfigurationError} if an option is missing or invalid.
   *
   * @example
   * const client = new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken, timeout: 10_000 });
   */
  constructor(options: ClientOptions = {}) {
    this.#transport = new Transport(options);
    const send = createEndpointRequest(this.#transport);
    this.customers = new Customers(send);
    this.contacts = new Contacts(send);
    this.addresses = new Addresses(send);
    this.categories = new Categories(send);
    this.catalogs = new Catalogs(send);
    this.productParents = new ProductParents(send);
    this.products = new Products(send);
    this.prices = new Prices(send);
    this.paymentTerms = new PaymentTerms(send);
  }

  /**
   * Calls an operation that no method stands for, with the same retries and errors. Expects the same envelope around
   * the answer; for an answer without one, use `asResponse()`.
   *
   * @throws An {@link InvalidRequestError} if the path does not start with a slash or leaves the base URL.
   *
   * @example
   * const pricebooks = await client.request<Pricebook[]>({ method: 'GET', path: '/api/pricebooks' });
   */
  request<T = unknown>(request: CustomRequest<T>, options?: RequestOptions): ApiPromise<T> {
    const { method, path } = request;
    // Not a name for each record: names tell operations apart, in metrics too.
    const name = `${method} ${path.replace(/\/(?:\d+|[\da-f-]{36})(?=\/|$)/gi, '/{id}')}`;
    return this.#transport.request<T>({ ...request, name, path: () => checkPath(path) }, options, this.request);
  }
}
