import { createServer } from 'node:http';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { listen } from 'masterdata-sdk/mock/http';
import { onTestFinished } from 'vitest';
import { serveUntilTestEnds } from '../serve-until-test-ends.ts';
import type { Service, SmokeResult } from './smoke.ts';

/** Starts the servers that the smoke program calls, until the test ends. */
export async function serve(): Promise<Service> {
  const mock = createMockServer({ seed: demo });
  const server = await listen(mock);
  onTestFinished(() => server.close());

  const silent = createServer((request, response) => {
    // A page sends a preflight before it sends a token to another origin.
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' };
    if (request.method === 'OPTIONS') response.writeHead(204, headers).end();
  });
  return { url: server.url, token: mock.token, silentUrl: await serveUntilTestEnds(silent) };
}

/** The result of the smoke program in every runtime. */
export const expected: SmokeResult = {
  customer: { name: 'Håkan & Söner', tax_ids: [{ tax: 'eu_vat', tax_value: 'SE556677889901' }] },
  product: { weight: 18.5, weight_unit: 'kg', amounts: [249, 249] },
  notFound: { status: 404, resource: 'Customer' },
  notSent: true,
  timedOut: true,
  aborted: true,
  mock: { added: 1, unauthorized: true },
};
