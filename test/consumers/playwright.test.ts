import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createMockServer, demo } from '../../mocks/index.ts';
import { chromiumEndpoint } from '../browser/site.ts';
import { exportOf, useMock } from '../workbench/record-calls.ts';
import { install, type Project } from './project.ts';

let project: Project;
beforeAll(async () => {
  project = await install('playwright');
});

/** The configuration of the project, with the limits for a busy machine. */
const patient = `
  import config from './playwright.config.ts';
  const webServer = config.webServer.map((server) => ({ ...server, timeout: 300_000 }));
  export default { ...config, testDir: 'tests', timeout: 300_000, expect: { timeout: 120_000 }, webServer };
`;

/** The part of a report of Playwright that the test reads. */
interface Report {
  readonly stats: object;
  readonly suites: readonly { readonly specs: readonly Spec[] }[];
}

interface Spec {
  readonly title: string;
  readonly tests: readonly {
    readonly results: readonly { readonly workerIndex: number; readonly attachments: readonly Attachment[] }[];
  }[];
}

interface Attachment {
  readonly name: string;
  readonly body?: string;
}

test('runs with four workers, each with its own sandbox', async (context) => {
  await writeFile(join(project.folder, 'playwright.patient.config.js'), patient);
  await project.run('playwright', ['test', '--config=playwright.patient.config.js', '--workers=4', '--reporter=json'], {
    env: {
      APP_URL: `http://127.0.0.1:${await freePort()}`,
      PLAYWRIGHT_JSON_OUTPUT_NAME: 'results.json',
      // All workers use the running Chromium.
      PW_TEST_CONNECT_WS_ENDPOINT: chromiumEndpoint(context),
    },
  });

  const { stats, suites }: Report = JSON.parse(await readFile(join(project.folder, 'results.json'), 'utf8'));
  expect(stats).toMatchObject({ expected: 18, unexpected: 0, flaky: 0, skipped: 0 });
  const results = suites
    .flatMap(({ specs }) => specs)
    .flatMap(({ title, tests }) => tests.flatMap((each) => each.results.map((result) => ({ title, ...result }))));
  expect(new Set(results.map(({ workerIndex }) => workerIndex)).size).toBeGreaterThanOrEqual(4);

  const [failed] = results.filter(({ title }) => title.startsWith('a failed test'));
  const [har] = failed?.attachments.filter(({ name }) => name === 'requests.har') ?? [];
  expect(Buffer.from(har?.body ?? '', 'base64').toString()).toContain('/api/payment-terms');
});

test('runs a test that the workbench exports', async (context) => {
  const mock = createMockServer({ seed: demo });
  await useMock(mock);
  const folder = join(project.folder, 'exported');
  await mkdir(folder);
  await writeFile(join(folder, 'recorded.spec.ts'), exportOf(mock, 'playwright'));
  await writeFile(join(folder, 'tsconfig.json'), '{ "extends": "../tsconfig.json", "include": ["*.ts"] }');
  await writeFile(join(folder, 'playwright.config.js'), 'export default { timeout: 300_000 };');
  const { stdout } = await project.run('playwright', ['test', '--config=exported'], {
    env: { PW_TEST_CONNECT_WS_ENDPOINT: chromiumEndpoint(context) },
  });
  expect(stdout).toContain('1 passed');
  expect((await project.run('tsc', ['--project', 'exported'])).stdout).toBe('');
});

test('its code compiles', async () => {
  const { stdout } = await project.run('tsc', []);
  expect(stdout).toBe('');
});

/** Returns a port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
