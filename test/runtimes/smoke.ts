/**
 * The program that runs in every runtime. `pack.ts` copies it as JavaScript into a project, where it imports the packed
 * package.
 */
import {
  AbortedError,
  AuthenticationError,
  InvalidRequestError,
  MasterDataClient,
  NotFoundError,
  TimeoutError,
} from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';

/** The servers that the program calls. */
export interface Service {
  /** A mock server with the demo workspace. */
  readonly url: string;
  readonly token: string;
  /** A server that never responds. */
  readonly silentUrl: string;
}

/** The result of the program. */
export type SmokeResult = Awaited<ReturnType<typeof smoke>>;

const unknownId = '00000000-0000-4000-8000-000000000000';

/** Makes calls over HTTP, then to a mock server in the same runtime. */
export async function smoke({ url, token, silentUrl }: Service) {
  // 'throw' makes the client load its schemas.
  const client = new MasterDataClient({
    baseUrl: url,
    apiToken: token,
    validation: { requests: 'throw', responses: 'throw' },
  });

  const customer = await client.customers.create({
    name: 'Håkan & Söner',
    type: 'company',
    tax_ids: [{ tax: 'eu_vat', tax_value: 'SE556677889901' }],
  });
  const created = await client.products.create({
    api_name: 'folding_workbench',
    recurrence_type: 'one_off',
    name: 'Folding workbench',
    shipping: { weight: 18.5, weight_unit: 'kg' },
  });
  for (const { id } of created.prices) await client.prices.update(id, { pricing_model: 'flat', amount: 249 });
  const product = await client.products.get(created.id);
  const missing = await errorOf(client.customers.get(unknownId));
  const rejected = await errorOf(client.customers.create({ name: 'Unsent', type: 'company', logo: 'no URL' }));

  const silent = new MasterDataClient({ baseUrl: silentUrl, apiToken: token, maxRetries: 0 });
  const late = await errorOf(silent.customers.list({}, { timeout: 150 }));
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 150);
  const aborted = await errorOf(silent.customers.list({}, { signal: controller.signal }));

  const mock = createMockServer({ seed: demo });
  const inside = new MasterDataClient(mock.clientOptions);
  const before = await inside.customers.list();
  await inside.customers.create({ name: 'Inside', type: 'individual' });
  const unauthorized = await errorOf(inside.customers.list({}, { apiToken: 'stranger' }));

  return {
    customer: { name: customer.name, tax_ids: customer.tax_ids },
    product: {
      weight: product.shipping.weight,
      weight_unit: product.shipping.weight_unit,
      amounts: product.prices.map(({ amount }) => amount),
    },
    notFound: missing instanceof NotFoundError && { status: missing.status, resource: missing.resource },
    notSent: rejected instanceof InvalidRequestError,
    timedOut: late instanceof TimeoutError,
    aborted: aborted instanceof AbortedError,
    mock: {
      added: (await inside.customers.list()).length - before.length,
      unauthorized: unauthorized instanceof AuthenticationError,
    },
  };
}

async function errorOf(call: PromiseLike<unknown>): Promise<unknown> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return error;
  }
}
