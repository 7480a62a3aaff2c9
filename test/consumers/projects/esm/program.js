import { MasterDataClient, NotFoundError } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { generate } from 'masterdata-sdk/mock/generate';
import { listen } from 'masterdata-sdk/mock/http';
import openapi from 'masterdata-sdk/openapi.json' with { type: 'json' };
import { customerSchema } from 'masterdata-sdk/schemas';

const mock = createMockServer({ seed: demo });
const client = new MasterDataClient({
  ...mock.clientOptions,
  validation: { requests: 'throw', responses: 'throw' },
});

const { id, prices } = await client.products.create({
  api_name: 'folding_workbench',
  recurrence_type: 'one_off',
  name: 'Folding workbench',
  shipping: { weight: 18.5, weight_unit: 'kg' },
});
for (const price of prices) await client.prices.update(price.id, { pricing_model: 'flat', amount: 249 });
await client.products.update(id, { shipping: { weight: 19 } });
const product = await client.products.get(id);
const missing = await client.customers.get(id).catch((error) => error);

const server = await listen(createMockServer({ token: 'secret', seed: generate({ customers: 25 }) }));
const remote = new MasterDataClient({ baseUrl: server.url, apiToken: 'secret' });
const customers = await remote.customers.list();
const customer = await remote.customers.get(customers[0].id);
await server.close();

console.log(
  JSON.stringify({
    sent: JSON.parse(mock.journal.last('products.create').rawBody),
    shipping: [product.shipping.weight, product.shipping.weight_unit],
    amounts: product.prices.map(({ amount }) => amount),
    notFound: missing instanceof NotFoundError && missing.status,
    overHttp: customers.length,
    asItsSchemaSays: customerSchema.safeParse(customer).success,
    openapi: openapi.openapi,
  }),
);
