import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { expectAccessible, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

detail('explains a rejected request, field by field', async (context) => {
  const { page, impatient, mock } = await openWorkbench(context, '/requests');
  const { id } = mock.create.product();
  // @ts-expect-error A unit must be a string.
  await impatient.products.update(id, { shipping: { weight_unit: 7 } }).catch(() => undefined);
  await page.getByRole('row', { name: /400 PATCH products\.update/ }).click();
  await page.getByText('Validation error').waitFor();
  await page.locator('.explained code', { hasText: 'shipping[weight_unit]' }).waitFor();
});

story('restores the records before a request, and lists what this undoes', async (place, context) => {
  const { page, mock, client } = await openAt(place, context, '/requests');
  const { id } = await mock.create.product({ name: 'Rack' });
  await client.products.update(id, { name: 'Shelf' });
  await mock.db.customers.insert({ name: 'Later', type: 'company' });
  await page.getByRole('row', { name: /200 PATCH products\.update/ }).click();
  await page.getByRole('tab', { name: 'Changes' }).click();
  await page.getByRole('button', { name: 'Restore the records before this request' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore the records before request 1?' });
  const changes = dialog.getByRole('list', { name: 'Changes to undo' }).getByRole('listitem');
  await expect.poll(() => changes.count()).toBe(2);
  expect(await changes.allTextContents()).toEqual([
    expect.stringMatching(/^Direct write .*created Later in customers$/),
    expect.stringMatching(/^products\.update request 1, this one.*updated Shelf in products$/),
  ]);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Undo 2 changes' }).click();
  await page.getByText('Restored the records before request 1.').first().waitFor();
  expect(await mock.db.products.get(id)).toMatchObject({ name: 'Rack' });
  expect(await mock.db.customers.find({ name: 'Later' })).toBeUndefined();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(async () => (await mock.db.products.get(id))?.name).toBe('Shelf');
});

detail('sends a request again, edited, and compares both', async (context) => {
  const { page, client, mock } = await openWorkbench(context, '/requests');
  await client.customers.create({ name: 'Acme', type: 'company' });
  await page.getByRole('row', { name: /customers\.create/ }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send again' });
  await dialog.getByLabel('Body as sent').fill('{ "name": "Beta", "type": "company" }');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => mock.db.customers.list().map(({ name }) => name)).toContain('Beta');
  await page.getByRole('button', { name: 'Compare with the previous request of this operation' }).click();
  const differences = page.getByRole('group', { name: 'Differences of the request' });
  await differences.getByText('−   "name": "Acme",').waitFor();
  await differences.getByText('+   "name": "Beta",').waitFor();
});

detail('Escape closes a dialog of the details, and then the details', async (context) => {
  const { page, impatient } = await openWorkbench(context, '/requests');
  await impatient.customers.create({ name: 'Acme', type: 'company' });
  await page.getByRole('row', { name: /customers\.create/ }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send again' });
  await dialog.getByLabel('Headers').focus();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const details = page.getByRole('region', { name: 'Request', exact: true });
  await details.waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
});

detail('a 429 says when to try again', async (context) => {
  const { page, impatient } = await openWorkbench(context, '/requests', {
    policies: { rateLimit: { limit: 1, window: 60_000 } },
    clock: '2026-01-31T09:00:00Z',
  });
  await impatient.customers.list();
  await impatient.customers.list().catch(() => undefined);
  await page.getByRole('row', { name: /429 GET customers\.list/ }).click();
  const time = await page.evaluate(() =>
    new Date('2026-01-31T09:01:00Z').toLocaleTimeString(undefined, { hour12: false }),
  );
  await page.getByText(`Try again at ${time}, after 60 s.`).waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('region', { name: 'Recent errors' }).getByText(`Try again at ${time}, after 60 s.`).waitFor();
});

detail('lists the issues of a request, and says how many it leaves out', async (context) => {
  const { page, impatient, mock } = await openWorkbench(context, '/overview');
  // @ts-expect-error All required fields are missing.
  await impatient.addresses.create({}).catch(() => undefined);
  const errors = page.getByRole('region', { name: 'Recent errors' });
  await errors
    .getByRole('listitem')
    .filter({ hasText: /^type is required$/ })
    .waitFor();
  const details = Array.from({ length: 9 }, (_, index) => ({ path: `field_${index}`, message: 'is wrong' }));
  mock.faults.add({ on: 'customers.list', times: 1, status: 400, body: { success: false, error: 'Invalid', details } });
  await impatient.customers.list().catch(() => undefined);
  await errors.getByText('field_5').waitFor();
  await errors
    .getByRole('listitem')
    .filter({ hasText: /^and 3 more$/ })
    .waitFor();
});

detail('the keyboard scrolls all that scrolls in the details', async (context) => {
  const { page, url, mock, impatient } = await openWorkbench(context, '/requests');
  const long = 'W'.repeat(9_000);
  mock.faults.add({ on: 'customers.list', times: 1, status: 400, body: { success: false, error: long } });
  await impatient.customers.list().catch(() => undefined);
  const headers = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x-${index}`, 'value']));
  await fetch(`${url}/api/${long}`, { headers: { ...headers, authorization: `Bearer ${mock.token}` } });
  await page.getByRole('row', { name: /404/ }).click();
  await page.getByRole('tab', { name: 'Headers' }).click();
  await page.getByText('x-59').waitFor();
  await expectAccessible(page);
  await page.goto(`${page.url().split('#')[0]}#/requests/1`);
  await page.getByText('Injected fault: status 400').waitFor();
  await expectAccessible(page);
});

detail('sends a request again with its method and headers', async (context) => {
  const { page, mock, url } = await openWorkbench(context, '/requests');
  const headers = { authorization: `Bearer ${mock.token}`, 'content-type': 'text/plain', 'x-note': 'first' };
  await fetch(`${url}/api/customers`, { method: 'POST', headers, body: 'no JSON' });
  await page.getByRole('row', { name: /415 POST/ }).click();
  await page.getByRole('tab', { name: 'Code' }).click();
  const curl = page.getByRole('group', { name: 'curl command' });
  expect(await curl.textContent()).toContain("-H 'content-type: text/plain'");
  expect(await page.getByRole('group', { name: 'Client code' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Send again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send again' });
  await dialog.getByLabel('Headers').fill('content-type: application/json\nx-note: second');
  await dialog.getByLabel('Body as sent').fill('{ "name": "Acme", "type": "company" }');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('row', { name: /201 POST/ }).waitFor();
  expect(mock.journal.last('customers.create').headers['x-note']).toBe('second');
  await fetch(`${url}/api/customers`, { method: 'HEAD', headers });
  await page.getByRole('row', { name: /405 HEAD/ }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => mock.journal.list().filter(({ method }) => method === 'HEAD').length).toBe(2);
});

detail('shows a request as client code, curl command and fetch call', async (context) => {
  const { page, client, mock, url } = await openWorkbench(context, '/requests');
  const { id } = mock.create.product();
  await client.products.update(id, { shipping: { weight: 2 } });
  await page.getByRole('row', { name: /products\.update/ }).click();
  await page.getByRole('tab', { name: 'Code' }).click();
  expect(await page.getByRole('group', { name: 'Client code' }).textContent()).toBe(
    `await client.products.update('${id}', {\n  shipping: {\n    weight: 2,\n  },\n});`,
  );
  const curl = await page.getByRole('group', { name: 'curl command' }).textContent();
  expect(curl).toContain(`curl -sS -X PATCH ${url}/api/products/${id}`);
  expect(curl).toContain(`--data-raw '{"shipping[weight]":2}'`);
  const sent = await page.getByRole('group', { name: 'fetch call' }).textContent();
  expect(sent).toContain(`await fetch('${url}/api/products/${id}', {\n  method: 'PATCH',`);
  expect(sent).toContain(`body: '{"shipping[weight]":2}',`);
});

detail('shows the records that a request changed', async (context) => {
  const { page, client, mock } = await openWorkbench(context, '/requests');
  const { id } = mock.create.product({ name: 'Lamp' });
  const customer = mock.create.customer({});
  await client.products.update(id, { name: 'Desk lamp' });
  await client.customers.list();
  await page.getByRole('row', { name: /products\.update/ }).click();
  await page.getByRole('tab', { name: 'Changes' }).click();
  const differences = page.getByRole('group', { name: 'Differences of the products desk lamp' });
  await differences.getByText('−   "name": "Lamp",').waitFor();
  await differences.getByText('+   "name": "Desk lamp",').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Desk lamp' }).waitFor();
  await page.getByRole('row', { name: /customers\.list/ }).click();
  await page.getByText('This request changed no records.').waitFor();
  // The history keeps the last 1,000 changes.
  for (let change = 0; change < 1_001; change += 1) mock.db.customers.update(customer.id, { name: `Acme ${change}` });
  await page.getByRole('row', { name: /products\.update/ }).click();
  await page.getByText('The history of changes does not reach back to this request.').waitFor();
});

detail('a request that is open when the journal is cleared is no longer there', async (context) => {
  const { page, mock, client } = await openWorkbench(context, '/requests');
  await client.customers.list();
  await page.getByRole('row', { name: /customers\.list/ }).click();
  await page.getByRole('heading', { name: /customers/ }).waitFor();
  mock.reset();
  await page.getByText('No requests yet').waitFor();
  await page.getByText('This request is no longer in the list').waitFor();
});

detail('shows the request that has the id now, after another program cleared the journal', async (context) => {
  const { page, mock, client } = await openWorkbench(context, '/requests');
  await client.customers.list();
  await page.getByRole('row', { name: /customers\.list/ }).click();
  await page.getByRole('heading', { name: '/api/customers' }).waitFor();
  mock.journal.clear();
  await client.paymentTerms.list();
  await page.getByRole('heading', { name: '/api/payment-terms' }).waitFor();
});

detail('names the closest fault only if it may have been meant for the request', async (context) => {
  const { page, mock, client, impatient } = await openWorkbench(context, '/requests');
  mock.faults.add({ on: 'customers.get', times: 1, status: 503 });
  await client.customers.list();
  await page.getByRole('row', { name: /customers\.list/ }).click();
  await page.getByText('operation: expected customers.get, received customers.list').waitFor();
  const [customer] = mock.db.customers.list();
  await expect(impatient.customers.get(customer?.id ?? '')).rejects.toThrow('503');
  await client.paymentTerms.list();
  await page.getByRole('row', { name: /paymentTerms\.list/ }).click();
  const details = page.getByRole('region', { name: 'Request', exact: true });
  await details.getByText('paymentTerms.list').waitFor();
  expect(await page.getByText('is the closest').count()).toBe(0);
});
