/** Apps whose page lists customers and adds one: rendered on a server, or with the mock in the page. */
import { beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { openBrowser, openPage } from '../browser/site.ts';
import { ownPort } from '../http/serve.ts';
import { addCustomer, expectClean } from './expect-app.ts';
import { install, type Project, serveApp } from './project.ts';

interface Framework {
  /** The command for development, which also gets `--host` and `--port`. */
  readonly dev: readonly string[];
  /** The command that starts the built server at the port of the variable `PORT`. */
  readonly start: readonly string[];
  /** The folder of the build that browsers load files from. */
  readonly page: string;
}

const frameworks: Readonly<Record<string, Framework>> = {
  sveltekit: { dev: ['vite', 'dev'], start: ['node', 'build'], page: 'build/client' },
  'react-router': {
    dev: ['react-router', 'dev'],
    start: ['react-router-serve', './build/server/index.js'],
    page: 'build/client',
  },
  nuxt: { dev: ['nuxt', 'dev'], start: ['node', '.output/server/index.mjs'], page: '.output/public' },
  astro: { dev: ['astro', 'dev'], start: ['node', 'dist/server/entry.mjs'], page: 'dist/client' },
};

const token = 'token-of-the-service';
const env = { ASTRO_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1', HOST: '127.0.0.1' };
const withMock = ['masterdata-sdk', 'mock', '--quiet', '--token', token, '--'];

/** Starts the server of an app until the test ends, and waits for its page. */
async function serve(project: Project, port: number, command: readonly string[]): Promise<string> {
  const url = `http://127.0.0.1:${port}`;
  await serveApp(project, url, command, { env: { ...env, PORT: String(port) } });
  return url;
}

/** Starts the server for development. */
async function develop(project: Project, command: readonly string[]): Promise<string> {
  const port = await ownPort();
  return serve(project, port, [...command, '--host', '127.0.0.1', '--port', String(port)]);
}

/** Opens the page, and adds a customer. */
async function expectToWork(context: TestContext, url: string): Promise<void> {
  const { page, complaints } = await openPage(await openBrowser(context), url);
  await page.getByText('Halm & Söhne GmbH').waitFor();
  await addCustomer(page);
  expect(complaints).toEqual([]);
}

describe.each(Object.entries(frameworks))('%s', (name, { dev, start, page }) => {
  let project: Project;
  beforeAll(async () => {
    project = await install(name);
    await project.run('npx', [...withMock, 'npm', 'run', 'build'], { env });
  });

  test('has the types of the client', async () => {
    await project.run('npm', ['run', 'check'], { env });
  });

  test('works in production, and the page has neither the token nor the mock', async (context) => {
    const url = await serve(project, await ownPort(), [...withMock, ...start]);
    expect(await (await fetch(url)).text()).toContain('Halm &amp; Söhne GmbH');
    await expectToWork(context, url);
    expectClean(project, page, token);
  });

  test('works in development', async (context) => {
    await expectToWork(context, await develop(project, [...withMock, ...dev]));
  });
});

const singlePage = [
  ['vue-app', ['vite'], 'dist'],
  ['angular', ['ng', 'serve'], 'dist/app/browser'],
] as const;

test.for(singlePage)('%s has the mock in the page only in development', async ([name, dev, page], context) => {
  const project = await install(name);
  await project.run('npm', ['run', 'build']);
  expectClean(project, page);
  await expectToWork(context, await develop(project, dev));
});
