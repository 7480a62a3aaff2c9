import type ky from 'ky';
import type { Dispatcher, fetch as undiciFetch } from 'undici-types';
import { expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import {
  type Address,
  type AddressListItem,
  type AddressListQuery,
  ApiError,
  type ApiPromise,
  type ConnectionError,
  type CreatedCustomer,
  type CreatedProduct,
  type Customer,
  type CustomerListItem,
  type CustomRequest,
  type DeletedCategory,
  decodeBrackets,
  type ErrorCode,
  type Fetch,
  type FetchResponse,
  findByExternalId,
  forEachConcurrent,
  isRateLimitError,
  type KyInstance,
  MasterDataClient,
  type MasterDataError,
  NotFoundError,
  type Price,
  type PriceUpdate,
  type Product,
  type ProductParent,
  type ProductUpdate,
  type Result,
  type Stopped,
  type TimeoutError,
  type UpdatedProduct,
} from '../../src/index.ts';

const client = new MasterDataClient();

test('each method returns the response type of its operation', () => {
  const created = client.customers.create({ name: 'Acme', type: 'company' });
  expectTypeOf(created).toEqualTypeOf<ApiPromise<CreatedCustomer>>();
  expectTypeOf(created).resolves.not.toHaveProperty('contact_ids');
  expectTypeOf(client.customers.list()).resolves.toEqualTypeOf<CustomerListItem[]>();
  expectTypeOf<CustomerListItem>().not.toHaveProperty('tax_ids');
  expectTypeOf(client.customers.get('id')).resolves.toEqualTypeOf<Customer>();
  expectTypeOf(client.addresses.list()).resolves.toEqualTypeOf<AddressListItem[]>();
  expectTypeOf(client.addresses.get('id')).resolves.toEqualTypeOf<Address>();
  expectTypeOf<Address>().not.toHaveProperty('workspace_id');
  expectTypeOf(client.categories.delete('id')).resolves.toEqualTypeOf<DeletedCategory>();
  expectTypeOf<DeletedCategory['deleted']>().toEqualTypeOf<true>();
  expectTypeOf(client.products.get('id')).resolves.toEqualTypeOf<Product>();
  expectTypeOf(client.products.update('id', {})).resolves.toEqualTypeOf<UpdatedProduct>();
  expectTypeOf<UpdatedProduct>().not.toHaveProperty('created_by');
  expectTypeOf<CreatedProduct['catalog_ids']>().toEqualTypeOf<string[]>();
  expectTypeOf<CreatedProduct>().not.toHaveProperty('catalogs');
  expectTypeOf<Product['prices'][number]['amount']>().toEqualTypeOf<number | null>();
  expectTypeOf<Price['percent']>().toEqualTypeOf<number | null>();
});

test('enums in responses accept new values, and known values can be compared', () => {
  const type = (customer: Customer) => customer.type;
  expectTypeOf(type).returns.toExtend<string>();
  expectTypeOf<'company'>().toExtend<Customer['type']>();
  expectTypeOf<'foundation'>().toExtend<Customer['type']>();
});

test('an update cannot contain an immutable field', () => {
  // @ts-expect-error only settable on creation
  client.products.update('id', { api_name: 'desk' });
  // @ts-expect-error only settable on creation
  client.products.update('id', { catalog_ids: [] });
  // @ts-expect-error only settable on creation
  client.products.update('id', { recurrence_type: 'one_off' });
  // @ts-expect-error the customer of a contact
  client.contacts.update('id', { customer_id: 'other' });
  // @ts-expect-error the customer of an address
  client.addresses.update('id', { customer_id: 'other' });
  // @ts-expect-error the name of a category in programs
  client.categories.update('id', { api_name: 'desks' });
  // @ts-expect-error the product of a price
  client.prices.update('id', { product_id: 'other' });
  // @ts-expect-error the pricebook of a price
  client.prices.update('id', { pricebook_id: 'other' });
  // @ts-expect-error the currency of a price
  client.prices.update('id', { currency_id: 'other' });
  // @ts-expect-error computed from other records
  client.prices.update('id', { pricebook_name: 'Retail' });
});

test('a request cannot contain an unknown enum value', () => {
  // @ts-expect-error misspelt
  client.contacts.update('id', { role: ['buyerr'] });
  // @ts-expect-error a list
  client.contacts.update('id', { role: 'buyer' });
  // @ts-expect-error no such type
  client.customers.create({ name: 'Acme', type: 'firm' });
  // @ts-expect-error no such model
  client.prices.update('id', { pricing_model: 'free' });
  // @ts-expect-error no such field
  client.products.update('id', { shipping: { wieght: 2 } });
  // @ts-expect-error no such group
  client.products.update('id', { tax: { rate: 2 } });
  // @ts-expect-error bracketed keys are the wire's
  client.products.update('id', { 'shipping[weight]': 2 });
  // @ts-expect-error a number
  client.products.update('id', { shipping: { weight: '2' } });
  // @ts-expect-error no such filter
  client.addresses.list({ type: 'billing' });
});

test('only nullable fields accept null', () => {
  client.contacts.update('id', { phone: null, id_erp: null });
  client.addresses.update('id', { name: null, contact_id: null });
  client.categories.update('id', { parent_category_id: null });
  client.products.update('id', { primary_image_id: null });
  client.prices.update('id', { percent: null, default_tax_id: null, volume_tiers: null });
  // @ts-expect-error a contact has a name
  client.contacts.update('id', { first_name: null });
  // @ts-expect-error an address has a city
  client.addresses.update('id', { city: null });
  // @ts-expect-error a category has a name
  client.categories.update('id', { name: null });
  // @ts-expect-error a product has a name
  client.products.update('id', { name: null });
  // @ts-expect-error no creation clears anything
  client.customers.create({ name: 'Acme', type: 'company', id_crm: null });
  // @ts-expect-error it is set, or it is not
  client.prices.update('id', { is_setup: null });
});

test('a creation requires its required fields', () => {
  // @ts-expect-error no type
  client.customers.create({ name: 'Acme' });
  // @ts-expect-error no country
  client.addresses.create({ customer_id: 'id', type: 'billing', address_line1: 'x', city: 'x', postal_code: 'x' });
  // @ts-expect-error no name
  client.catalogs.create({});
  // @ts-expect-error no recurrence type
  client.productParents.create({ api_name: 'desk', name: 'Desk' });
  // @ts-expect-error half a tax id
  client.customers.create({ name: 'Acme', type: 'company', tax_ids: [{ tax: 'eu_vat' }] });
  // @ts-expect-error no id
  client.products.get();
  // @ts-expect-error no body
  client.products.update('id');
});

test('valid calls need no cast', () => {
  const maybe: string | undefined = Math.random() > 2 ? 'reference' : undefined;
  client.products.update('id', { reference: maybe, shipping: { weight: maybe?.length } });
  client.customers.create({ name: 'Acme', type: 'individual', tax_ids: [{ tax: 'eu_vat', tax_value: 'DE1' }] });
  client.addresses.list({ customer_id: maybe }, { signal: AbortSignal.timeout(1), maxRetries: 0 });
  const body: ProductUpdate = { name: 'Desk' };
  body.description = 'built up step by step';
  const change: PriceUpdate = { pricing_model: 'flat', amount: 2 };
  client.products.update('id', body);
  client.prices.update('id', change, { headers: { 'x-source': 'erp' }, timeout: false });
});

test('a promise, its response and its result are typed', async () => {
  const call = client.customers.get('id');
  expectTypeOf(call).toExtend<Promise<Customer>>();
  expectTypeOf(await call.withResponse()).toEqualTypeOf<{
    readonly data: Customer;
    readonly response: Response;
    readonly requestId: string | undefined;
  }>();
  expectTypeOf(await call.asResponse()).toEqualTypeOf<Response>();
  const result = await call.result();
  if (result.ok) expectTypeOf(result.data).toEqualTypeOf<Customer>();
  else expectTypeOf(result.error).toEqualTypeOf<MasterDataError>();
});

test('errors narrow, with instanceof and with guards', (error: unknown) => {
  if (error instanceof NotFoundError) expectTypeOf(error.resource).toEqualTypeOf<string | undefined>();
  if (error instanceof ApiError) expectTypeOf(error.code).toEqualTypeOf<ErrorCode>();
  if (isRateLimitError(error)) expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
  expectTypeOf<'CATEGORY_REFERENCED_IN_DISCOUNT'>().toExtend<ErrorCode>();
  expectTypeOf<'SOMETHING_NEW'>().toExtend<ErrorCode>();
});

test('client.request returns unknown, the given type or the type of its schema', () => {
  const request = { method: 'GET', path: '/api/pricebooks' } as const;
  expectTypeOf(client.request(request)).resolves.toBeUnknown();
  expectTypeOf(client.request<{ id: string }[]>(request)).resolves.toEqualTypeOf<{ id: string }[]>();
  const schema = z.array(z.object({ id: z.string() }));
  expectTypeOf(client.request({ ...request, schema })).resolves.toEqualTypeOf<{ id: string }[]>();
  // @ts-expect-error no such method
  client.request({ method: 'FETCH', path: '/api/x' });
});

test('client.request and decodeBrackets accept interfaces', () => {
  interface Page {
    page: number;
    sizes?: number[];
  }
  const page: Page = { page: 1 };
  const filter: AddressListQuery = {};
  const request = { method: 'GET', path: '/api/x' } as const;
  client.request({ ...request, query: page });
  client.request({ ...request, query: filter });
  client.request<string>({ ...request, query: { ...page, tags: ['a'], none: undefined } });
  client.request<string>({ ...request, query: page });
  client.request<string>({ ...request, query: filter });
  // @ts-expect-error a list without keys
  client.request<string>({ ...request, query: ['a'] });
  // @ts-expect-error the content of a map is not in its properties
  client.request<string>({ ...request, query: new URLSearchParams() });
  const custom: CustomRequest<string> = { ...request, query: { a: [1] } };
  expectTypeOf(client.request(custom)).resolves.toEqualTypeOf<string>();
  decodeBrackets(page);
  decodeBrackets(new FormData());
  decodeBrackets(new Map([['a[b]', 1]]));
  const dated: { at: Date } = { at: new Date() };
  // @ts-expect-error a date has several forms in a query
  client.request({ ...request, query: dated });
  // @ts-expect-error a date has several forms in a query
  client.request({ ...request, query: { at: new Date() } });
  // @ts-expect-error null is no parameter
  client.request({ ...request, query: { at: null } });
  // @ts-expect-error parameters have no groups
  client.request({ ...request, query: { page } });
  // @ts-expect-error a list without keys
  decodeBrackets([1]);
});

test('hooks are typed, and need not return a value', () => {
  new MasterDataClient({ hooks: { onRequest: () => {} } });
  new MasterDataClient({ hooks: { onRequest: async () => {} } });
  new MasterDataClient({ hooks: { onRequest: ({ attempt }) => (attempt > 1 ? { headers: { a: 'b' } } : undefined) } });
  new MasterDataClient({ hooks: { onRequest: async () => ({ headers: { traceparent: '00' } }) } });
  new MasterDataClient({
    hooks: {
      onResponse: ({ call, status, duration, requestId }) => {
        expectTypeOf(call.operation).toEqualTypeOf<string>();
        expectTypeOf([status, duration]).toEqualTypeOf<number[]>();
        expectTypeOf(requestId).toEqualTypeOf<string | undefined>();
        // @ts-expect-error read-only
        call.method = 'POST';
      },
      onRetry: async ({ error }) => expectTypeOf(error).toEqualTypeOf<ConnectionError | TimeoutError | undefined>(),
      onError: ({ error }) => expectTypeOf(error).toEqualTypeOf<MasterDataError>(),
    },
  });
  // @ts-expect-error headers are strings
  new MasterDataClient({ hooks: { onRequest: () => ({ headers: { a: 1 } }) } });
  // @ts-expect-error no such hook
  new MasterDataClient({ hooks: { onAnswer: () => {} } });
});

test('findByExternalId returns a record of the list, and accepts only external identifiers', () => {
  expectTypeOf(findByExternalId(client.customers.list(), { id_erp: 'K-1' })).resolves.toEqualTypeOf<
    CustomerListItem | undefined
  >();
  expectTypeOf(findByExternalId([] as AddressListItem[], { id_crm: 'a' })).resolves.toEqualTypeOf<
    AddressListItem | undefined
  >();
  expectTypeOf(findByExternalId(client.productParents.list(), { id_accounting: '1' })).resolves.toEqualTypeOf<
    ProductParent | undefined
  >();
  const row: { number?: string } = {};
  // @ts-expect-error perhaps none
  void findByExternalId(client.customers.list(), { id_erp: row.number });
  // @ts-expect-error none
  void findByExternalId(client.customers.list(), {});
  // @ts-expect-error no external identifier
  void findByExternalId(client.customers.list(), { name: 'Acme' });
  // @ts-expect-error has no such identifiers
  void findByExternalId(client.paymentTerms.list(), { id_erp: 'a' });
});

test('a list can be awaited and iterated', async () => {
  expectTypeOf(client.customers.list({}, { timeout: 1000 })).resolves.toEqualTypeOf<CustomerListItem[]>();
  for await (const address of client.addresses.list()) expectTypeOf(address).toEqualTypeOf<AddressListItem>();
  const list = client.productParents.list();
  expectTypeOf(await list.result()).toEqualTypeOf<Result<ProductParent[]>>();
  // @ts-expect-error options come second
  client.customers.list({ timeout: 1000 });
});

/** The context that TanStack Query passes to a query function. */
interface QueryFunctionContext {
  client: object;
  queryKey: readonly unknown[];
  signal: AbortSignal;
  meta: Record<string, unknown> | undefined;
}

test('a method as a query function does not compile', () => {
  const useQuery = (_: { queryFn: (context: QueryFunctionContext) => Promise<unknown> }) => {};
  useQuery({ queryFn: ({ signal }) => client.customers.list({}, { signal }) });
  useQuery({ queryFn: () => client.paymentTerms.list() });
  // @ts-expect-error the context is not a query
  useQuery({ queryFn: client.customers.list });
  // @ts-expect-error the context is not a query
  useQuery({ queryFn: client.addresses.list });
  // @ts-expect-error the context is not a query
  useQuery({ queryFn: client.productParents.list });
  // @ts-expect-error the context is not a query
  useQuery({ queryFn: client.paymentTerms.list });
  // @ts-expect-error the context is not an id
  useQuery({ queryFn: client.products.get });
});

test('forEachConcurrent takes its types from the items and the task', async () => {
  async function* read() {
    yield { number: 'K-1' };
  }
  const { results, stopped } = await forEachConcurrent(read(), (row, options, index) => {
    expectTypeOf(row).toEqualTypeOf<{ number: string }>();
    expectTypeOf(index).toEqualTypeOf<number>();
    return client.customers.get(row.number, { ...options, timeout: 1000 });
  });
  expectTypeOf(results).toEqualTypeOf<Result<Customer, unknown>[]>();
  expectTypeOf(stopped).toEqualTypeOf<Stopped | undefined>();
  const [first] = results;
  if (first?.ok) expectTypeOf(first.data).toEqualTypeOf<Customer>();
  else expectTypeOf(first?.error).toBeUnknown();
  void forEachConcurrent(['a'], (id, options) => client.products.get(id, options), {
    onProgress: ({ result }) => expectTypeOf(result).toEqualTypeOf<Result<Product, unknown>>(),
  });
});

test('fetch accepts the global fetch, undici.fetch and a dispatcher', () => {
  expectTypeOf<typeof fetch>().toExtend<Fetch>();
  expectTypeOf<Omit<Response, 'text' | 'json' | 'blob'>>().toExtend<FetchResponse>();
  expectTypeOf<typeof undiciFetch>().toExtend<Fetch>();
  const proxied =
    (send: typeof undiciFetch, dispatcher: Dispatcher): Fetch =>
    (url, init) =>
      send(url, { ...init, dispatcher });
  expectTypeOf(proxied).returns.toEqualTypeOf<Fetch>();
  expectTypeOf<typeof ky>().toExtend<KyInstance>();
  // @ts-expect-error a fetch is not a ky instance
  new MasterDataClient({ ky: fetch });
});
