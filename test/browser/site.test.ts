import { expect, test } from 'vitest';
import { createMockServer } from '../../mocks/index.ts';
import { serve } from '../http/serve.ts';
import { openBrowser, openPage, serveSite } from './site.ts';

test('a page reports each response, although a mock in the process of the test sends it at once', async (context) => {
  const mock = createMockServer({ token: 'secret' });
  const { url } = await serve({}, mock);
  const { page } = await openPage(await openBrowser(context), (await serveSite()).url);
  for (let round = 0; round < 30; round += 1) {
    const held = mock.faults.hold('customers.list', { times: 1 });
    await page.evaluate((given) => {
      void fetch(`${given}/api/customers`, { headers: { authorization: 'Bearer secret' } });
    }, url);
    await held.reached();
    const response = page.waitForResponse(/customers/);
    held.release();
    expect((await response).status()).toBe(200);
  }
});
