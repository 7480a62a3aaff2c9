import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { ResponseEdit } from '../../mocks/index.ts';
import { createMockServer, demo } from '../../mocks/index.ts';
import { tableNames } from '../../mocks/store/metadata.ts';
import { rowsBefore } from '../../mocks/workbench/code/test-rows.ts';
import { MasterDataClient } from '../../src/index.ts';
import { sample } from '../fast-check.ts';
import { exportOf, rowsOf, useMock } from '../workbench/record-calls.ts';

const root = join(import.meta.dirname, '../..');

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
  return promisify(execFile)(process.execPath, [vitest, 'run', '--root', folder, '--testTimeout', '300000'], {
    env,
  }).then(
    () => 'passed',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );
}

test.each(sample(['2026-05-04T10:00:00Z', undefined]))(
  'a recorded session runs as a test, with the clock %s',
  async (clock) => {
    const mock = createMockServer({ seed: demo, clock });
    await useMock(mock);
    const file = exportOf(mock, 'vitest');
    expect(file).toContain('.prices[0].id, {\n');
    expect(file).toContain("mock.faults.add({\n    on: 'prices.update',\n    times: 1,\n    status: 503,\n  });");
    expect(file).not.toContain(mock.token);
    expect(await runFile(file)).toBe('passed');
  },
);

test('a recorded session with edited responses runs as a test', async () => {
  const mock = createMockServer({ seed: demo });
  const client = new MasterDataClient(mock.clientOptions);
  const impatient = client.withOptions({ maxRetries: 0 });
  const edit = (on: 'customers.create' | 'customers.get', change: (body: unknown) => ResponseEdit) => {
    const held = mock.faults.holdResponse(on, { times: 1 });
    void held.reached().then(() => {
      const [call] = mock.faults.waiting();
      mock.faults.release(call?.id ?? 0, change(call?.response?.body));
    });
  };
  edit('customers.create', (body) => {
    const { data } = body as { readonly data: object };
    return { status: 200, body: { success: true, data: { ...data, name: 'Edited' } } };
  });
  const { id, name } = await client.customers.create({ name: 'Acme', type: 'company' });
  expect(name).toBe('Edited');
  edit('customers.get', () => ({
    status: 503,
    headers: { 'x-edited': 'yes' },
    body: { success: false, error: 'Gone' },
  }));
  await impatient.customers.get(id).result();
  mock.faults.add({ on: 'customers.get', times: 1, status: 500 });
  edit('customers.get', () => ({ status: 502 }));
  await client.customers.get(id);
  const file = exportOf(mock, 'vitest');
  expect(file).toContain("status: 503,\n    headers: {\n      'x-edited': 'yes',");
  expect(await runFile(file)).toBe('passed');
});

test('a recorded session fails as a test if a response differs', async () => {
  const mock = createMockServer({ seed: demo });
  await new MasterDataClient(mock.clientOptions).customers.list();
  const report = await runFile(exportOf(mock, 'vitest').replace("['customers.list', 200]", "['customers.list', 404]"));
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
  expect(await runFile(exportOf(mock, 'vitest', policies))).toBe('passed');
});

test.each(['vitest', 'playwright'] as const)('no name of a field in a response becomes code: %s', async (runner) => {
  const mock = createMockServer();
  const ids = Array.from({ length: 3 }, (_, index) => `aaaaaaaa-0000-4000-8000-00000000000${index}`);
  const [id = '', other = '', third = ''] = ids;
  const data = { id, [other]: third, '+(globalThis.hacked=1)+': other, "$'": 'aaaaaaaa-0000-4000-8000-000000000009' };
  mock.faults.add({ on: 'customers.create', status: 201, body: { success: true, data } });
  const headers = { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' };
  const send = (path: string, init = {}) => mock.fetch(`${mock.baseUrl}/api/customers${path}`, { headers, ...init });
  await send('', { method: 'POST', body: '{"name":"Acme","type":"company"}' });
  for (const each of ids) {
    await send(`/${each}`);
    await send(`/${each}`, { method: 'PUT', body: `{"${each}":"${each}"}` });
  }
  const file = exportOf(mock, runner);
  expect(file).toContain('created1.id');
  expect(file).not.toContain('hacked');
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
