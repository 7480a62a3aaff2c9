import { checkOptions, customRequestRules } from './config/check-options.ts';
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
import { checkPath } from './transport/url.ts';
import type { ClientOptions, RequestOptions } from './types/options.ts';
import type { Query } from './types/query.ts';
import type { StandardSchema } from './types/standard-schema.ts';

/** A request to a path that no method of the client covers. */
export interface CustomRequest<T = unknown> {
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the base URL, for example `/api/pricebooks`. Its parameters must be encoded. */
  readonly path: string;
  /** Query parameters. `undefined` is omitted; an array repeats its key. */
  readonly query?: Query | undefined;
  /** Body, sent as JSON without changes. To send bracketed keys, see {@link encodeBrackets}. */
  readonly body?: unknown;
  /** Types the data, and validates it according to `validation.responses`. The data is not changed. */
  readonly schema?: StandardSchema<T> | undefined;
}

/**
 * A client of the Commercial Master-Data API.
 *
 * Its methods return an {@link ApiPromise} and reject with a {@link MasterDataError}:
 * - an {@link ApiError} if the service returns an error. In addition to the errors that a method lists, this is an
 *   {@link AuthenticationError} (401), a {@link PermissionDeniedError} (403), a {@link RateLimitError} (429) or a
 *   {@link ServerError} (5xx)
 * - a {@link ConnectionError}, {@link TimeoutError} or {@link AbortedError} if no complete response arrived
 * - an {@link UnexpectedResponseError} if a successful response cannot be used, for example because it is not JSON
 * - an {@link InvalidRequestError} if nothing was sent, for example because an id was empty
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
  /** Categories of products, which form a hierarchy. */
  readonly categories: Categories;
  /** Catalogs of products. */
  readonly catalogs: Catalogs;
  /** Product parents: the data that product variants share. */
  readonly productParents: ProductParents;
  /** Products: the variants of a product parent. */
  readonly products: Products;
  /** Prices of products in pricebooks. */
  readonly prices: Prices;
  /** Payment terms, whose fields the specification does not document. */
  readonly paymentTerms: PaymentTerms;

  /**
   * Creates a client. Options that you omit take their defaults; `baseUrl` and `apiToken` default to the environment
   * variables `MASTERDATA_BASE_URL` and `MASTERDATA_API_TOKEN`.
   *
   * @throws A {@link ConfigurationError} if an option is missing, malformed or unknown.
   *
   * @example
   * const client = new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken, timeout: 10_000 });
   */
  constructor(options: ClientOptions = {}) {
    const transport = derivedTransports.get(options) ?? new Transport(options);
    this.#transport = transport;
    const send = createEndpointRequest(transport);
    this.customers = bindMethods(new Customers(send));
    this.contacts = bindMethods(new Contacts(send));
    this.addresses = bindMethods(new Addresses(send));
    this.categories = bindMethods(new Categories(send));
    this.catalogs = bindMethods(new Catalogs(send));
    this.productParents = bindMethods(new ProductParents(send));
    this.products = bindMethods(new Products(send));
    this.prices = bindMethods(new Prices(send));
    this.paymentTerms = bindMethods(new PaymentTerms(send));
    bindMethods(this);
  }

  /**
   * Returns a client with other defaults. The given options replace the options of this client, and `headers` are
   * merged. Both clients share the token that a function returns.
   *
   * @throws A {@link ConfigurationError} if an option is malformed or unknown.
   *
   * @example
   * const patient = client.withOptions({ timeout: 120_000, maxRetries: 5 });
   * const prices = await patient.products.get(id);
   */
  withOptions(options: ClientOptions): MasterDataClient {
    return derive(this.#transport.withOptions(options));
  }

  /**
   * Calls an operation that no method covers, with the same retries and errors. Expects a response with
   * `{ success: true, data }`; for any other response, use `asResponse()`.
   *
   * @throws An {@link InvalidRequestError} if the path does not start with a slash or leaves the base URL.
   * @throws A {@link ConfigurationError} if the request has an unknown or malformed property.
   *
   * @example
   * const pricebooks = await client.request<Pricebook[]>({ method: 'GET', path: '/api/pricebooks' });
   */
  request<T = unknown>(request: CustomRequest<T>, options?: RequestOptions): ApiPromise<T> {
    const { method, path }: Partial<CustomRequest> = Object(request);
    // Not one name per record: names group operations, for example in metrics.
    const route = typeof path === 'string' ? path.replace(/\/(?:\d+|[\da-f-]{36})(?=\/|$)/gi, '/{id}') : '';
    return this.#transport.request<T>(
      { ...request, name: `${String(method)} ${route}`, route, path: () => checkedPath(request) },
      options,
      requestMethod(),
    );
  }
}

/** Checks a request of a JavaScript program. With a method such as `post`, a retry could create a record twice. */
function checkedPath(request: CustomRequest): string {
  const { method, path }: CustomRequest = Object(request);
  checkOptions({ ...request, method: String(method) }, customRequestRules, 'request');
  return checkPath(path);
}

/** The transports that `withOptions` passes to the constructor, whose public signature has only the options. */
const derivedTransports = new WeakMap<ClientOptions, Transport>();

// Outside the class: the build would rename a class that refers to itself, and inspected clients show its name.
function derive(transport: Transport): MasterDataClient {
  const key: ClientOptions = {};
  derivedTransports.set(key, transport);
  return new MasterDataClient(key);
}

/** Returns the method at which the stack of an error ends. */
function requestMethod(): MasterDataClient['request'] {
  return MasterDataClient.prototype.request;
}

/**
 * Binds the methods of an instance, so that they can be passed as functions. They then also work on the reactive proxy
 * of a framework, which has no private fields.
 */
function bindMethods<T extends object>(instance: T): T {
  const prototype: object = Object.getPrototypeOf(instance);
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const method: unknown = name === 'constructor' ? undefined : Reflect.get(prototype, name);
    if (typeof method !== 'function') continue;
    Object.defineProperty(instance, name, { value: method.bind(instance), writable: true, configurable: true });
  }
  return instance;
}
