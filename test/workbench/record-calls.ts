/** Calls of many kinds, and the tests that the workbench exports for them. */
import type { JournalEntry, MockServer } from '../../mocks/index.ts';
import { tableNames } from '../../mocks/store/metadata.ts';
import { toTestFile } from '../../mocks/workbench/code/test-file.ts';
import type { TestRows } from '../../mocks/workbench/code/test-rows.ts';
import type { RecordedCall, TestRunner } from '../../mocks/workbench/code/test-steps.ts';
import { MasterDataClient } from '../../src/index.ts';

export function rowsOf(mock: MockServer): TestRows {
  return Object.fromEntries(tableNames.map((name) => [name, mock.db[name].list()]));
}

/** Returns the calls in the journal of a mock. The attempts of a call follow each other. */
function callsOf(mock: MockServer): readonly RecordedCall[] {
  const calls: [JournalEntry, ...JournalEntry[]][] = [];
  for (const entry of mock.journal.list()) {
    if ('x-retry-count' in entry.headers) calls.at(-1)?.push(entry);
    else calls.push([entry]);
  }
  return calls;
}

/** Returns the test that the workbench exports for all calls in the journal of a mock. */
export function exportOf(mock: MockServer, runner: TestRunner, policies = {}): string {
  return toTestFile({ runner, calls: callsOf(mock), rows: rowsOf(mock), workspace: mock.workspace, policies });
}

/** Makes calls of many kinds: with retries, failures and created records, and some that no client sends. */
export async function useMock(mock: MockServer): Promise<void> {
  const client = new MasterDataClient(mock.clientOptions);
  const impatient = client.withOptions({ maxRetries: 0 });
  const product = await client.products.create({
    name: "Halm's lamp",
    api_name: 'halm_lamp',
    recurrence_type: 'one_off',
    shipping: { weight: 1.5 },
  });
  const id = product.prices[0]?.id ?? '';
  mock.faults.add({ on: 'prices.update', times: 1, status: 503 });
  await client.prices.update(id, { pricing_model: 'flat', amount: 49.9 });
  mock.faults.add({ on: 'products.get', sequence: [{ fault: 'drop-connection' }, { status: 500 }] });
  await client.products.get(product.id);
  mock.faults.add({ on: 'customers.list', times: 1, fault: 'invalid-json' });
  await impatient.customers.list().result();
  await client.products.create({ name: 'Again', api_name: 'halm_lamp', recurrence_type: 'one_off' }).result();
  const customer = await client.customers.create({ name: 'Acme', type: 'company' });
  await client.addresses.create({
    customer_id: customer.id,
    type: 'billing',
    address_line1: 'Way 1',
    postal_code: '1',
    city: 'Riga',
    country: 'LV',
  });
  const [category] = mock.db.categories.list();
  await client.categories.delete(category?.id ?? '').result();
  await client.customers.get('00000000-0000-4000-8000-000000000000').result();
  const headers = { authorization: `Bearer ${mock.token}` };
  await mock.fetch(`${mock.baseUrl}/api/customers/${customer.id}`, { headers: {} });
  await mock.fetch(`${mock.baseUrl}/api/customers/${customer.id}\`\${x}`, { method: 'PUT', headers });
  const json = { ...headers, 'content-type': 'application/json' };
  await mock.fetch(`${mock.baseUrl}/api/products/${product.id}`, {
    method: 'PATCH',
    headers: json,
    body: '{"name":7}',
  });
  await mock.fetch(`${mock.baseUrl}/api/customers`, {
    headers: { authorization: `Bearer ${mock.tokens.issue({ permissions: ['products:read'] })}` },
  });
}
