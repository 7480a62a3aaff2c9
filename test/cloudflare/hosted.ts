/** Runs the Worker of the tests in workerd, the runtime of the platform. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { send } from '../http/serve.ts';
import { install } from '../install.ts';
import { runs } from '../sample.ts';

/** The parts of Miniflare that are used here. Its types would have to be installed for each `tsc`. */
interface Runtime {
  readonly ready: Promise<URL>;
  dispose(): Promise<void>;
}

const modules = await install('test/cloudflare/runtime');
export const { Miniflare }: { Miniflare: new (options: object) => Runtime } = createRequire(`${modules}/`)('miniflare');

/** The control token of the Worker. */
export const controlToken = 'control-token-of-the-worker';

/** The number of sandboxes that the Worker of the tests admits. */
export const maxSandboxes = runs(200) + 10;

/** On a busy machine, the runtime may close an idle connection while a request is being sent on it. */
const onePerConnection = { connection: 'close' };

export const bearer = (token: string) => ({ authorization: `Bearer ${token}`, ...onePerConnection });

/** A Worker that runs, and its storage. */
export interface HostedWorker {
  readonly url: string;
  /** Stops the runtime and starts it again on the same storage. Returns the new URL. */
  restart(): Promise<string>;
  stop(): Promise<void>;
}

/** Bundles the Worker as a deployment does, and runs it. */
export async function startWorker(): Promise<HostedWorker> {
  const storage = await mkdtemp(join(tmpdir(), 'masterdata-sdk-workerd-'));
  const bundle = await build({
    entryPoints: [join(import.meta.dirname, 'worker.ts')],
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    define: { maxSandboxes: String(maxSandboxes) },
    write: false,
  });
  const options = {
    modules: true,
    script: bundle.outputFiles[0]?.text ?? '',
    compatibilityDate: '2026-04-01',
    durableObjects: {
      SANDBOXES: { className: 'MockSandbox', useSQLite: true },
      SHORT: { className: 'ShortLivedSandbox', useSQLite: true },
      CONVERSATION: { className: 'Conversation', useSQLite: true },
    },
    durableObjectsPersist: storage,
    bindings: { CONTROL_TOKEN: controlToken },
    // As in examples/cloudflare/wrangler.jsonc.
    assets: {
      directory: join(import.meta.dirname, '../../dist/workbench'),
      binding: 'ASSETS',
      routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
      assetConfig: { html_handling: 'none', not_found_handling: 'none' },
    },
    cf: false,
  };
  let runtime = new Miniflare(options);
  return {
    url: String(await runtime.ready).replace(/\/$/, ''),
    async restart() {
      await runtime.dispose();
      runtime = new Miniflare(options);
      return String(await runtime.ready).replace(/\/$/, '');
    },
    async stop() {
      await runtime.dispose();
      await rm(storage, { recursive: true, force: true });
    },
  };
}

/** A created sandbox. */
export interface HostedDescription {
  readonly name: string;
  readonly baseUrl: string;
  readonly apiToken: string;
  readonly controlUrl: string;
  readonly controlToken: string;
}

/** Creates a sandbox. */
export async function createSandbox(url: string, body?: unknown): Promise<HostedDescription> {
  const { status, body: created } = await send(`${url}/__mock/sandboxes`, 'POST', body, bearer(controlToken));
  if (status !== 201) throw new Error(`expected 201, received ${status}: ${JSON.stringify(created)}`);
  return created as HostedDescription;
}
