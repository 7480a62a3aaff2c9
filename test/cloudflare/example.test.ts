import { join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { expect, onTestFinished, test } from 'vitest';
import { MasterDataClient } from '../../src/index.ts';
import { controlToken, createSandbox, Miniflare } from './hosted.ts';

const root = join(import.meta.dirname, '../..');
const example = join(root, 'examples/cloudflare');

test('the example runs with its configuration', async () => {
  const { config } = ts.readConfigFile(join(example, 'wrangler.jsonc'), ts.sys.readFile);
  const [{ name, class_name: className }] = config.durable_objects.bindings;
  const bundle = await build({
    entryPoints: [join(example, config.main)],
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
    bindings: { CONTROL_TOKEN: controlToken },
    assets: {
      directory: config.assets.directory.replace('node_modules/masterdata-sdk', root),
      binding: config.assets.binding,
      routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: config.assets.run_worker_first },
      assetConfig: { html_handling: config.assets.html_handling },
    },
    cf: false,
  });
  onTestFinished(() => runtime.dispose());

  const url = String(await runtime.ready).replace(/\/$/, '');
  const { baseUrl, apiToken, controlUrl } = await createSandbox(url, { name: 'pr-123' });
  const customers = await new MasterDataClient({ baseUrl, apiToken }).customers.list();
  expect(customers.map((customer) => customer.name)).toContain('Halm & Söhne GmbH');
  const workbench = await fetch(controlUrl, { headers: { accept: 'text/html', connection: 'close' } });
  expect(await workbench.text()).toContain('<title>Mock workbench</title>');
});
