const { MasterDataClient, NotFoundError } = require('masterdata-sdk');
const { createMockServer, demo } = require('masterdata-sdk/mock');
const { generate } = require('masterdata-sdk/mock/generate');
const { listen } = require('masterdata-sdk/mock/http');
const openapi = require('masterdata-sdk/openapi.json');
const { customerSchema } = require('masterdata-sdk/schemas');

async function main() {
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
}

main();
