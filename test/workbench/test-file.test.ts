import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createMockServer, demo, type JournalEntry, type MockServer } from '../../mocks/index.ts';
import { tableNames } from '../../mocks/store/metadata.ts';
import { type RecordedCall, toTestFile } from '../../mocks/workbench/code/test-file.ts';
import { rowsBefore, type TestRows } from '../../mocks/workbench/code/test-rows.ts';
import { MasterDataClient } from '../../src/index.ts';

const root = join(import.meta.dirname, '../..');

function rowsOf(mock: MockServer): TestRows {
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

const exportOf = (mock: MockServer, policies = {}) =>
  toTestFile({ calls: callsOf(mock), rows: rowsOf(mock), workspace: mock.workspace, policies });

/** Runs a file in Vitest, in a project that depends on the built package. Returns the report if a test fails. */
async function runFile(source: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'masterdata-sdk-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules'));
  for (const [name, path] of Object.entries({ 'masterdata-sdk': root, vitest: join(root, 'node_modules/vitest') })) {
    symlinkSync(path, join(folder, 'node_modules', name), 'junction');
  }
  writeFileSync(join(folder, 'exported.test.ts'), source);
  const { VITEST: _, ...env } = process.env;
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  return promisify(execFile)(process.execPath, [vitest, 'run', '--root', folder], { env }).then(
    () => 'passed',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );
}

/** Makes calls of many kinds: with retries, failures and created records, and some that no client sends. */
async function useMock(mock: MockServer): Promise<void> {
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

test.each([undefined, '2026-05-04T10:00:00Z'])(
  'a recorded session runs as a test, with the clock %s',
  async (clock) => {
    const mock = createMockServer({ seed: demo, clock });
    await useMock(mock);
    const file = exportOf(mock);
    expect(file).toContain('.prices[0].id, {\n');
    expect(file).toContain("mock.faults.add({\n    on: 'prices.update',\n    times: 1,\n    status: 503,\n  });");
    expect(file).not.toContain(mock.token);
    expect(await runFile(file)).toBe('passed');
  },
);

test('a recorded session fails as a test if a response differs', async () => {
  const mock = createMockServer({ seed: demo });
  await new MasterDataClient(mock.clientOptions).customers.list();
  const report = await runFile(exportOf(mock).replace("['customers.list', 200]", "['customers.list', 404]"));
  expect(report).toContain('404');
  expect(report).toContain('1 failed');
});

test('a test has the policies that the calls depend on, and hostile values change nothing else', async () => {
  const policies = { createdStatus: 200 } as const;
  const mock = createMockServer({ policies });
  const client = new MasterDataClient(mock.clientOptions);
  const name = `'); throw new Error(\`$${'{1}'}\`); //\u2028 */ "`;
  await client.customers.create({ name, type: 'company', meta: JSON.parse('{"__proto__":{"a":1}}') } as never).result();
  mock.db.customers.insert({ name, type: 'company' });
  expect(await runFile(exportOf(mock, policies))).toBe('passed');
});

test('the records before a creation do not contain the record, or those that depend on it', async () => {
  const mock = createMockServer({ seed: demo });
  const before = rowsOf(mock);
  await new MasterDataClient(mock.clientOptions).products.create({
    name: 'Lamp',
    api_name: 'lamp',
    recurrence_type: 'one_off',
  });
  const rows = rowsBefore(rowsOf(mock), mock.journal.list(), mock.workspace);
  for (const name of tableNames.filter((each) => each !== 'workspaces')) {
    expect(rows[name]?.map(({ id }) => id) ?? [], name).toEqual(before[name]?.map(({ id }) => id));
  }
});
