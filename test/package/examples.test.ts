import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import ts from 'typescript';
import { expect, onTestFinished, test } from 'vitest';
import { MasterDataClient } from '../../src/index.ts';

const examples = join(import.meta.dirname, '../../examples');

test('the quickstart prints its calls', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(examples, 'quickstart.ts')]);
  expect(stdout).toContain('POST /api/customers');
  expect(stdout).toContain('"shipping[weight]"');
});

test('the Worker for Cloudflare runs with its configuration', async () => {
  const { config } = ts.readConfigFile(join(examples, 'cloudflare/wrangler.jsonc'), ts.sys.readFile);
  const [{ name, class_name: className }] = config.durable_objects.bindings;
  const bundle = await build({
    entryPoints: [join(examples, 'cloudflare', config.main)],
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    logLevel: 'error',
    write: false,
  });
  const runtime = new Miniflare({
    modules: true,
    script: bundle.outputFiles[0]?.text ?? '',
    compatibilityDate: config.compatibility_date,
    durableObjects: { [name]: { className, useSQLite: config.migrations[0].new_sqlite_classes.includes(className) } },
    bindings: { CONTROL_TOKEN: 'control' },
    cf: false,
  });
  onTestFinished(() => runtime.dispose());

  const created = await fetch(new URL('/__mock/sandboxes', await runtime.ready), {
    method: 'POST',
    headers: { authorization: 'Bearer control', 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'pr-123' }),
  });
  const { baseUrl, apiToken } = (await created.json()) as { baseUrl: string; apiToken: string };
  const client = new MasterDataClient({ baseUrl, apiToken });
  expect((await client.customers.list()).map((customer) => customer.name)).toContain('Halm & Söhne GmbH');
});
