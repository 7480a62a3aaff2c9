/** Runs the OpenTelemetry hooks of the client guide and checks their spans. */
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { doubles, modulesOf } from './modules.ts';
import { blocksOf, root } from './pages.ts';
import { loaderOf, loadFile } from './run-block.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test('the spans of a call that is sent twice', async () => {
  const modules = modulesOf(blocksOf('docs/client.md'));
  const guide = modules.find(({ source }) => source.includes("'@opentelemetry/api'"));
  if (!guide) throw new Error('expected docs/client.md to have a block on OpenTelemetry');
  const { mock, stageFetch, environment } = await loadFile<typeof import('./fixture-service.ts')>(
    join(import.meta.dirname, 'fixture-service.ts'),
  );
  const { MasterDataClient } = await loadFile<typeof import('../../src/index.ts')>(join(root, 'dist/index.js'));
  const { finished } = await loadFile<typeof import('./doubles/opentelemetry.ts')>(doubles['@opentelemetry/api'] ?? '');
  vi.stubGlobal('fetch', stageFetch);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const { client } = await loaderOf(modules)(guide);
  if (!(client instanceof MasterDataClient)) throw new Error('expected the block to export a client');

  mock.faults.add({ on: 'customers.list', times: 1, fault: 'drop-connection' });
  mock.faults.add({ on: 'customers.list', status: 403 });
  await client.customers.list().result();

  const span = {
    name: 'customers.list',
    'http.request.method': 'GET',
    'url.full': 'https://api.example.com/api/customers',
    'server.address': 'api.example.com',
  };
  expect(finished).toEqual([
    { ...span, status: { code: 2, message: expect.stringContaining('failed: ') } },
    {
      ...span,
      'http.request.resend_count': 1,
      'http.response.status_code': 403,
      status: { code: 2, message: '403' },
    },
  ]);
  expect(mock.journal.last('customers.list').headers).toMatchObject({ traceparent: '00-1' });
});
