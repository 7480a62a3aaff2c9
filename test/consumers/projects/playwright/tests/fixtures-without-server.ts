import { test as base, expect as baseExpect } from '@playwright/test';
import { createMockServer, demo, type MockServer } from 'masterdata-sdk/mock';
import { matchers } from 'masterdata-sdk/mock/matchers';

export const expect = baseExpect.extend(matchers);

export const test = base.extend<{ mock: MockServer }>({
  mock: async ({}, use) => use(createMockServer({ seed: demo })),

  page: async ({ page, mock }, use) => {
    await page.route('**/masterdata/api/**', async (route) => {
      const request = route.request();
      const { pathname, search } = new URL(request.url());
      const url = mock.baseUrl + pathname.replace('/masterdata', '') + search;
      const headers = { ...request.headers(), authorization: `Bearer ${mock.token}` };
      try {
        const response = await mock.fetch(url, { method: request.method(), headers, body: request.postData() });
        const body = await response.text();
        await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body });
      } catch {
        await route.abort('connectionreset'); // a fault broke the connection
      }
    });
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});
