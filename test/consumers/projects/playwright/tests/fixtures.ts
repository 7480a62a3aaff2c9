import { test as base, expect as baseExpect } from '@playwright/test';
import type { Permission } from 'masterdata-sdk/mock';
import { matchers } from 'masterdata-sdk/mock/matchers';
import { connectMock, type RemoteMock } from 'masterdata-sdk/mock/remote';

export const expect = baseExpect.extend(matchers);

interface Options {
  tokenPermissions: readonly Permission[];
}

export const test = base.extend<Options & { mock: RemoteMock }, { sandbox: RemoteMock }>({
  // The permissions of the user. `permissions` are those of the browser.
  tokenPermissions: [['*'], { option: true }],

  // Each worker has its own sandbox.
  sandbox: [
    async ({}, use, { workerIndex }) => {
      const server = await connectMock(`${process.env.MOCK_URL}/__mock/`);
      const { name, connect } = await server.sandboxes.create({ name: `worker-${workerIndex}` });
      await use(await connect());
      await server.sandboxes.delete(name);
    },
    { scope: 'worker' },
  ],

  // Each test starts with the records of the seed. If it fails, its report contains the requests.
  mock: async ({ sandbox }, use, testInfo) => {
    await sandbox.reset();
    await use(sandbox);
    if (testInfo.status === 'passed') return;
    const body = JSON.stringify(await sandbox.journal.toHar());
    await testInfo.attach('requests.har', { body, contentType: 'application/json' });
  },

  // The requests of the page reach the sandbox with a token, as your proxy sends them to the service.
  page: async ({ page, mock, tokenPermissions }, use) => {
    const token = await mock.tokens.issue({ permissions: tokenPermissions });
    await page.route('**/masterdata/api/**', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const url = mock.baseUrl + pathname.replace('/masterdata', '') + search;
      const headers = { ...route.request().headers(), authorization: `Bearer ${token}` };
      try {
        await route.fulfill({ response: await route.fetch({ url, headers, timeout: 0 }) });
      } catch {
        await route.abort('connectionreset'); // a fault broke the connection
      }
    });
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});
