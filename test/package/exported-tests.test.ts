import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { JsonTestResults } from 'vitest/node';
import type { ResponseEdit } from '../../mocks/index.ts';
import { createMockServer, demo } from '../../mocks/index.ts';
import { tableNames } from '../../mocks/store/metadata.ts';
import { rowsBefore } from '../../mocks/workbench/code/test-rows.ts';
import { MasterDataClient } from '../../src/index.ts';
import { exportOf, rowsOf, useMock } from '../workbench/record-calls.ts';

const root = join(import.meta.dirname, '../..');

/** Returns a recorded session with a failure, with a clock or with the time of the system. */
async function exportSession(clock?: string): Promise<string> {
  const mock = createMockServer({ seed: demo, clock });
  await useMock(mock);
  const file = exportOf(mock, 'vitest');
  expect(file).toContain('.prices[0].id, {\n');
  expect(file).toContain("mock.faults.add({\n    on: 'prices.update',\n    times: 1,\n    status: 503,\n  });");
  expect(file).not.toContain(mock.token);
  return file;
}

/** Returns a recorded session with responses that were edited while they were held. */
async function exportEditedResponses(): Promise<string> {
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
  return file;
}

/** Returns a session with calls that were tried again: after the rate limit, after failures, and after a time limit. */
async function exportRetries(): Promise<string> {
  const policies = { rateLimit: { limit: 3, window: 500 } } as const;
  const mock = createMockServer({ seed: demo, policies });
  const client = new MasterDataClient({ ...mock.clientOptions, validation: { requests: 'off' } });
  for (let call = 0; call < 4; call += 1) await client.paymentTerms.list();
  mock.policies.rateLimit = 'off';
  const [address] = mock.db.addresses.list();
  mock.faults.add({ on: 'addresses.update', times: 1, status: 503 });
  await client.addresses.update(address?.id ?? '', { type: 'x' } as never).result();
  mock.faults.add({ on: 'customers.create', times: 1, status: 503 });
  await client.withOptions({ retryPosts: true }).customers.create({ name: 'Acme', type: 'company' });
  mock.faults.add({ on: 'customers.list', times: 1, delay: 600 });
  await client.withOptions({ timeout: 200 }).customers.list();
  // The first attempt is in the journal after its delay.
  await vi.waitFor(() => expect(mock.journal.list('customers.list')).toHaveLength(2), { timeout: 5_000 });
  return exportOf(mock, 'vitest', policies);
}

/** Returns a session whose test expects another status than the recorded one. */
async function exportDifference(): Promise<string> {
  const mock = createMockServer({ seed: demo });
  await new MasterDataClient(mock.clientOptions).customers.list();
  return exportOf(mock, 'vitest').replace("['customers.list', 200]", "['customers.list', 404]");
}

/** Returns a session that depends on policies, with values that try to end a text of the code. */
async function exportHostileValues(): Promise<string> {
  const policies = { createdStatus: 200 } as const;
  const mock = createMockServer({ policies });
  const client = new MasterDataClient(mock.clientOptions);
  const name = `'); throw new Error(\`$${'{1}'}\`); //\u2028 */ "`;
  await client.customers.create({ name, type: 'company', meta: JSON.parse('{"__proto__":{"a":1}}') } as never).result();
  mock.db.customers.insert({ name, type: 'company' });
  return exportOf(mock, 'vitest', policies);
}

/**
 * Runs files in Vitest, in a project that depends on the built package. Returns the messages of the failures of each
 * file.
 */
async function runFiles(files: Readonly<Record<string, string>>): Promise<Record<string, string[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'masterdata-sdk-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules'));
  for (const [name, path] of Object.entries({ 'masterdata-sdk': root, vitest: join(root, 'node_modules/vitest') })) {
    symlinkSync(path, join(folder, 'node_modules', name), 'junction');
  }
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.ts`), source);
  const { VITEST: _, ...env } = process.env;
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const report = join(folder, 'report.json');
  // One process loads the package for all files.
  const inOneProcess = ['--no-isolate', '--maxWorkers', '1'];
  const args = [vitest, 'run', '--root', folder, '--testTimeout', '300000', '--reporter', 'json', ...inOneProcess];
  // It fails if a test fails.
  await promisify(execFile)(process.execPath, [...args, '--outputFile', report], { env }).catch(() => undefined);
  const { testResults }: JsonTestResults = JSON.parse(readFileSync(report, 'utf8'));
  return Object.fromEntries(
    testResults.map(({ name, assertionResults }) => {
      // A file that cannot be loaded has no results.
      expect(assertionResults.length, name).toBeGreaterThan(0);
      return [basename(name, '.test.ts'), assertionResults.flatMap(({ failureMessages }) => failureMessages ?? [])];
    }),
  );
}

test('recorded sessions run as tests, and fail if a response differs', async () => {
  const exported = {
    'with a clock': exportSession('2026-05-04T10:00:00Z'),
    'without a clock': exportSession(),
    'edited responses': exportEditedResponses(),
    'policies and hostile values': exportHostileValues(),
    'calls that were tried again': exportRetries(),
    'a response that differs': exportDifference(),
  };
  const files = await Promise.all(Object.entries(exported).map(async ([name, file]) => [name, await file] as const));
  expect(await runFiles(Object.fromEntries(files))).toEqual({
    'with a clock': [],
    'without a clock': [],
    'edited responses': [],
    'policies and hostile values': [],
    'calls that were tried again': [],
    'a response that differs': [expect.stringContaining('404')],
  });
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
