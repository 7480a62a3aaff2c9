/** The note on resent requests in docs/faults.md. */
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../mocks/http.ts';
import { createMockServer } from '../../mocks/index.ts';
import { openBrowser, openPage, serveSite } from './site.ts';

test('Chromium resends a GET and a POST if the connection breaks, but not after half of a response', async (context) => {
  const mock = createMockServer({ token: 'test' });
  const server = await listen(mock);
  onTestFinished(() => server.close());
  const { page } = await openPage(await openBrowser(context), `${(await serveSite()).url}/echo`);
  const send = (method: string, path: string, body: string | null = null) =>
    page.evaluate(
      async ({ url, ...request }) => {
        const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
        try {
          const response = await fetch(url, { ...request, headers });
          await response.text();
          return response.status;
        } catch {
          return 0;
        }
      },
      { url: server.url + path, method, body },
    );

  // Chromium resends only on connections that it has used before.
  expect(await send('GET', '/api/payment-terms')).toBe(200);

  mock.faults.add({ on: 'customers.*', times: 1, fault: 'drop-connection' });
  expect(await send('GET', '/api/customers')).toBe(200);
  expect(mock.journal.list('customers.list')).toHaveLength(2);

  mock.faults.add({ on: 'customers.*', times: 1, fault: 'drop-response' });
  expect(await send('POST', '/api/customers', JSON.stringify({ name: 'Acme', type: 'company' }))).toBe(201);
  expect(mock.db.customers.size).toBe(2);

  mock.journal.clear();
  mock.faults.add({ on: 'customers.*', times: 1, fault: 'truncate-response' });
  expect(await send('GET', '/api/customers')).toBe(0);
  expect(mock.journal.list('customers.list')).toHaveLength(1);
});
