import { mergeOptions, resolveClientSettings, type Settings } from './config/settings.ts';
import type { OperationData, OperationDefinition, OperationInput } from './contract/define-operation.ts';
import type { contract } from './contract/index.ts';
import { Addresses } from './resources/addresses.ts';
import { Catalogs } from './resources/catalogs.ts';
import { Categories } from './resources/categories.ts';
import { Contacts } from './resources/contacts.ts';
import { Customers } from './resources/customers.ts';
import { PaymentTerms } from './resources/payment-terms.ts';
import { Prices } from './resources/prices.ts';
import { ProductParents } from './resources/product-parents.ts';
import { Products } from './resources/products.ts';
import { ApiPromise } from './transport/api-promise.ts';
import { type CustomRequest, prepareCustomRequest, prepareOperation } from './transport/custom-request.ts';
import { createEndpointRequest } from './transport/endpoint-request.ts';
import { captureCallSite } from './transport/prepare-request.ts';
import type { ClientOptions, RequestOptions } from './types/options.ts';
import type { Query } from './types/query.ts';

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
  readonly #settings: Settings;
  /** Companies and individuals. */
  readonly customers: Customers;
  /** The contact persons of customers. */
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
    this.#settings = resolveClientSettings(options, parentOf(options));
    const request = createEndpointRequest(this.#settings);
    this.customers = bindMethods(new Customers(request));
    this.contacts = bindMethods(new Contacts(request));
    this.addresses = bindMethods(new Addresses(request));
    this.categories = bindMethods(new Categories(request));
    this.catalogs = bindMethods(new Catalogs(request));
    this.productParents = bindMethods(new ProductParents(request));
    this.products = bindMethods(new Products(request));
    this.prices = bindMethods(new Prices(request));
    this.paymentTerms = bindMethods(new PaymentTerms(request));
    // Without a method for each endpoint, this does not compile.
    bindMethods(this satisfies EndpointMethods);
  }

  /**
   * Returns a client with other defaults. The given options replace the options of this client. `headers` and
   * `validation` are merged. Both clients share the token that a function returns.
   *
   * A client of a subclass returns another one: its constructor is called with the merged options. Override this method
   * if the constructor takes other parameters.
   *
   * @throws A {@link ConfigurationError} if an option is malformed or unknown.
   *
   * @example
   * const patient = client.withOptions({ timeout: 120_000, maxRetries: 5 });
   * const prices = await patient.products.get(id);
   */
  withOptions(options: ClientOptions): this {
    // TypeScript does not know the type of a constructor.
    const subclass = this.constructor as new (options: ClientOptions) => this;
    return new subclass(Object.assign(mergeOptions(this.#settings, options), { [parentKey]: this.#settings }));
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
  request<T = unknown, Q extends object = Query | object>(
    request: CustomRequest<T, Q>,
    options?: RequestOptions,
  ): ApiPromise<T> {
    const callSite = captureCallSite(methodOf('request'));
    return new ApiPromise(prepareCustomRequest(request, this.#settings, options, callSite), callSite);
  }

  /**
   * Calls an operation that you defined with {@link defineOperation}. Its definition types the input and the data.
   *
   * @param input The path parameters, the query and the body that the operation has.
   * @throws An {@link InvalidRequestError} if a path parameter is missing or the path leaves the base URL, or if
   * `validation.requests` is `'throw'` and the query or the body does not match its schema.
   * @throws A {@link ConfigurationError} if the input has an unknown or malformed property.
   *
   * @example
   * const getPricebook = defineOperation({
   *   name: 'pricebooks.get',
   *   method: 'GET',
   *   path: '/api/pricebooks/{id}',
   *   response: z.object({ name: z.string() }),
   * });
   * const pricebook = await client.call(getPricebook, { params: { id } });
   */
  call<Definition extends OperationDefinition>(
    operation: Definition,
    ...[input, options]: object extends OperationInput<Definition>
      ? [input?: OperationInput<Definition>, options?: RequestOptions]
      : [input: OperationInput<Definition>, options?: RequestOptions]
  ): ApiPromise<OperationData<Definition>> {
    const callSite = captureCallSite(methodOf('call'));
    return new ApiPromise(prepareOperation(operation, input, this.#settings, options, callSite), callSite);
  }
}

/** The methods of the endpoints. */
type EndpointMethods = {
  readonly [Resource in keyof typeof contract]: {
    readonly [Name in keyof (typeof contract)[Resource]]: (...parameters: never) => unknown;
  };
};

/**
 * The key at which `withOptions` passes the settings of its client to a constructor. A symbol, because a subclass may
 * pass on a copy of the options.
 */
const parentKey = Symbol('parent');

function parentOf(options: ClientOptions & { readonly [parentKey]?: Settings }): Settings | undefined {
  return options?.[parentKey];
}

/**
 * Returns the method whose caller is the first line in the stack of an error. Outside of the class: if a class uses its
 * own name, the build renames it.
 */
function methodOf<Name extends 'request' | 'call'>(name: Name): MasterDataClient[Name] {
  return MasterDataClient.prototype[name];
}

/**
 * Binds the methods of an instance, so that they can be passed as functions. They then also work on the reactive proxy
 * of a framework, which has no private fields.
 */
function bindMethods<T extends object>(instance: T): T {
  const bound = new Set(['constructor']);
  // The methods of a subclass come first. Getters are left alone: the private fields that they read do not exist yet.
  for (
    let prototype: object = Object.getPrototypeOf(instance);
    prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (bound.has(name)) continue;
      bound.add(name);
      if (typeof value !== 'function') continue;
      Object.defineProperty(instance, name, { value: value.bind(instance), writable: true, configurable: true });
    }
  }
  return instance;
}
