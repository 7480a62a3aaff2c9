/**
 * The program that runs in every runtime. It is written against the package's public names, and gets as plain
 * JavaScript into the projects that `pack.ts` makes, so that what it imports is what was packed.
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

/** Where the servers are that the program calls. */
export interface Service {
  /** A mock server with the demo workspace. */
  readonly url: string;
  readonly token: string;
  /** A server that never answers. */
  readonly silentUrl: string;
}

/** What the program found, as JSON. */
export type Findings = Awaited<ReturnType<typeof smoke>>;

const nobody = '00000000-0000-4000-8000-000000000000';

/** Makes calls over HTTP, then to a mock server in the runtime itself. */
export async function smoke({ url, token, silentUrl }: Service) {
  // 'throw' is what makes the client load its schemas.
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
  const missing = await reasonOf(client.customers.get(nobody));
  const refused = await reasonOf(client.customers.create({ name: 'Unsent', type: 'company', logo: 'no URL' }));

  const silent = new MasterDataClient({ baseUrl: silentUrl, apiToken: token, maxRetries: 0 });
  const late = await reasonOf(silent.customers.list({ timeout: 150 }));
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 150);
  const aborted = await reasonOf(silent.customers.list({ signal: controller.signal }));

  const mock = createMockServer({ seed: demo });
  const inside = new MasterDataClient(mock.clientOptions);
  const before = await inside.customers.list();
  await inside.customers.create({ name: 'Inside', type: 'individual' });
  const stranger = await reasonOf(inside.customers.list({ apiToken: 'stranger' }));

  return {
    customer: { name: customer.name, tax_ids: customer.tax_ids },
    product: {
      weight: product.shipping.weight,
      weight_unit: product.shipping.weight_unit,
      amounts: product.prices.map(({ amount }) => amount),
    },
    notFound: missing instanceof NotFoundError && { status: missing.status, resource: missing.resource },
    notSent: refused instanceof InvalidRequestError,
    timedOut: late instanceof TimeoutError,
    aborted: aborted instanceof AbortedError,
    mock: {
      added: (await inside.customers.list()).length - before.length,
      unauthorized: stranger instanceof AuthenticationError,
    },
  };
}

async function reasonOf(call: PromiseLike<unknown>): Promise<unknown> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return error;
  }
}
