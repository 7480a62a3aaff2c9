/** The recipe of Next.js without `cacheComponents`. `generated.test.ts` has the one with it. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openBrowser, openPage } from '../browser/site.ts';
import { install, type Project } from './project.ts';

const env = {
  MASTERDATA_API_TOKEN: 'dev',
  MASTERDATA_BASE_URL: 'https://api.example.com',
  MOCK: '1',
  NEXT_PUBLIC_MOCK: '1',
  NEXT_TELEMETRY_DISABLED: '1',
};

let project: Project;
beforeAll(async () => {
  project = await install('next');
  await project.run('masterdata-sdk', ['init', 'public/']);
  // The mock server responds to the pages that Next.js renders during the build.
  await project.run('masterdata-sdk', ['mock', '--', 'next', 'build'], { env });
});

/** Starts the server of Next.js until the test ends, and returns its URL. */
async function start(): Promise<string> {
  const server = project.start('next', ['start', '--port', '0'], { env });
  const closed = once(server, 'close');
  onTestFinished(async () => {
    server.kill();
    await closed;
  });
  for await (const line of createInterface(server.stdout)) {
    const [url] = /http:\/\/localhost:\d+/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error('next start ended without printing a URL');
}

test('mocks server components and route handlers in Node, and client components in the page', async (context) => {
  const url = await start();
  expect(await (await fetch(`${url}/customer`)).text()).toContain('Halm &amp; Söhne GmbH');
  expect(await (await fetch(`${url}/products`)).text()).toContain('<li>');
  const proxied = await fetch(`${url}/masterdata/api/payment-terms`);
  expect(await proxied.json()).toMatchObject({ success: true, data: expect.arrayContaining([]) });

  const { page, complaints } = await openPage(await openBrowser(context), `${url}/customer`);
  await page.locator('li').first().waitFor();
  expect(await page.locator('li').count()).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});
