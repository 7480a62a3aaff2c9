import {
  type ApiPromise,
  type CreatedProduct,
  type Customer,
  MasterDataClient,
  NotFoundError,
  type UpdatedProduct,
} from 'masterdata-sdk';
import { createMockServer, demo, type MockServer, type Seed } from 'masterdata-sdk/mock';
import { generate } from 'masterdata-sdk/mock/generate';
import { type ListeningServer, listen } from 'masterdata-sdk/mock/http';
import { customerCreateSchema } from 'masterdata-sdk/schemas';

const seed: Seed = generate({ customers: 10 });
const mock: MockServer = createMockServer({ seed: demo });
const client = new MasterDataClient({
  baseUrl: mock.baseUrl,
  apiToken: async () => mock.token,
  fetch: mock.fetch,
  hooks: { onRetry: ({ delay }) => console.log(delay.toFixed()) },
});

const call: ApiPromise<CreatedProduct> = client.products.create({
  api_name: 'rack',
  recurrence_type: 'one_off',
  name: 'Rack',
  shipping: { weight: 18.5, weight_unit: 'kg' },
});
const created: CreatedProduct = await call;
const product: UpdatedProduct = await client.products.update(created.id, { shipping: { weight: null } });
const weight: number | null = product.shipping.weight;
const [price] = product.prices;
if (price) await client.prices.update(price.id, { pricing_model: 'flat', amount: 249 });

const result = await client.customers.get(created.id).result();
if (result.ok) {
  const customer: Customer = result.data;
  console.log(customer.contact_ids.length);
} else if (result.error instanceof NotFoundError) {
  console.log(result.error.status, result.error.issues[0]?.path, result.error.headers.get('date'));
}

const { data, response, requestId } = await client.customers.list().withResponse();
console.log(data.length, response.status, requestId?.length, weight, seed);

const server: ListeningServer = await listen(mock, { port: 0 });
console.log(server.url, mock.journal.last('products.create').body.shipping?.weight);
console.log(customerCreateSchema.safeParse({ name: 'Acme', type: 'company' }).success);
await server.close();

// @ts-expect-error an unknown field
await client.customers.create({ name: 'Acme', type: 'company', color: 'red' });
// @ts-expect-error an unknown enum value
await client.customers.create({ name: 'Acme', type: 'person' });
// @ts-expect-error a required field is missing
await client.addresses.create({ type: 'billing', city: 'Berlin' });
// @ts-expect-error an immutable field
await client.products.update(created.id, { api_name: 'shelf' });
// @ts-expect-error a bracketed key: groups are objects
await client.products.update(created.id, { 'shipping[weight]': 2 });
// @ts-expect-error an unknown operation
await client.customers.delete(created.id);
// @ts-expect-error the type that was read is a string
const year: number = product.created_at;
// @ts-expect-error an operation unknown to the mock
mock.faults.add({ on: 'products.remove', status: 503 });
// @ts-expect-error an unknown column
mock.db.customers.insert({ name: 'Acme', type: 'company', color: 'red' });
console.log(year);
