import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { downloadedText, expectAccessible, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

story('shows requests as they arrive, with bracketed and nested keys', async (place, context) => {
  const { page, client } = await openAt(place, context, '/requests');
  await page.getByText('No requests yet').waitFor();
  const { id } = await client.products.create({
    name: 'Desk lamp',
    api_name: 'desk_lamp',
    recurrence_type: 'one_off',
    shipping: { weight: 1.4, weight_unit: 'kg' },
  });
  await page.getByRole('row', { name: /201 POST products\.create/ }).click();
  const sent = page.getByRole('group', { name: 'Body as sent' });
  expect(JSON.parse((await sent.textContent()) ?? '')).toMatchObject({ 'shipping[weight]': 1.4 });
  const nested = page.getByRole('group', { name: 'Nested body' });
  expect(JSON.parse((await nested.textContent()) ?? '')).toMatchObject({ shipping: { weight: 1.4 } });
  await page.getByRole('tab', { name: 'Response' }).click();
  await page.getByText(id).first().waitFor();
});

detail('explains a rejected request, field by field', async (context) => {
  const { page, impatient, mock } = await openWorkbench(context, '/requests');
  const { id } = mock.create.product();
  // @ts-expect-error A unit must be a string.
  await impatient.products.update(id, { shipping: { weight_unit: 7 } }).catch(() => undefined);
  await page.getByRole('row', { name: /400 PATCH products\.update/ }).click();
  await page.getByText('Validation error').waitFor();
  await page.locator('.explained code', { hasText: 'shipping[weight_unit]' }).waitFor();
});

detail('shows the attempts of a call as one entry, unless they are separated', async (context) => {
  const { page, mock, client } = await openWorkbench(context, '/requests');
  mock.faults.add({ on: 'customers.list', times: 1, status: 503 });
  await client.customers.list();
  const row = page.getByRole('row', { name: /503 → 200 GET customers\.list .*503 injected/ });
  await row.waitFor();
  const bars = page.locator('.grid-row .time-bar');
  await expect.poll(() => bars.count()).toBe(3);
  expect(await bars.evaluateAll((all) => all.map(({ className }) => className))).toEqual([
    'time-bar bad',
    'time-bar wait',
    'time-bar good',
  ]);
  for (const bar of await bars.all()) expect((await bar.boundingBox())?.width).toBeGreaterThan(2);
  await row.click();
  const attempts = page.getByRole('region', { name: 'Attempts of one call' });
  const lines = attempts.getByRole('listitem');
  await expect.poll(() => lines.count()).toBe(3);
  expect(await lines.allTextContents()).toEqual([
    expect.stringMatching(/^Attempt 1503 injected/),
    expect.stringMatching(/^waited \d/),
    expect.stringMatching(/^Attempt 2200/),
  ]);
  expect(await attempts.getByRole('link', { name: 'Attempt 2' }).getAttribute('aria-current')).toBe('page');
  // The fault applied to the call.
  expect(await page.getByText('No fault applied').count()).toBe(0);
  await attempts.getByRole('link', { name: 'Attempt 1' }).click();
  await page.getByText('Injected fault: status 503', { exact: true }).waitFor();
  expect(await page.locator('.grid-row[aria-selected=true]').count()).toBe(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Group attempts' }).click();
  await page.getByRole('row', { name: /^\S+ 503 GET customers\.list/ }).waitFor();
  await page.getByRole('row', { name: /^\S+ 200 GET customers\.list/ }).waitFor();
  expect(await attempts.count()).toBe(0);
  await page.reload();
  await page.getByRole('row', { name: /^\S+ 503 GET customers\.list/ }).waitFor();
});

story('shows a held call until it is released', async (place, context) => {
  const { page, mock, client } = await openAt(place, context, '/requests');
  const fault = await mock.faults.hold('customers.list');
  const response = client.customers.list().result();
  const held = page.getByRole('region', { name: 'Held calls' });
  await held.getByRole('listitem').filter({ hasText: 'customers.list' }).waitFor();
  await held.getByText('/api/customers').waitFor();
  expect(await mock.faults.waiting()).toMatchObject([
    { faults: [fault.id], isHeld: true, operation: 'customers.list' },
  ]);
  await expectAccessible(page);
  await held.getByRole('button', { name: 'Release customers.list', exact: true }).click();
  expect((await response).ok).toBe(true);
  await held.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /200 GET customers\.list .*hold/ }).waitFor();
  expect(await mock.faults.waiting()).toEqual([]);
});

story('edits a held response, and shows the original', async (place, context) => {
  const { page, mock, client } = await openAt(place, context, '/requests');
  await mock.faults.holdResponse('customers.create', { times: 1 });
  const response = client.customers.create({ name: 'Halm', type: 'company' }).result();
  const held = page.getByRole('region', { name: 'Held calls' });
  await held.getByRole('button', { name: /^Edit response of POST/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the response' });
  const body = dialog.getByLabel('Body, as JSON');
  expect(JSON.parse(await body.inputValue())).toMatchObject({ success: true, data: { name: 'Halm' } });
  await expectAccessible(page);
  await body.fill('{');
  await dialog.getByText('This is not JSON. Correct it to release the response.').waitFor();
  await body.fill('{ "success": false, "error": "Taken" }');
  await dialog.getByLabel('Status').fill('409');
  await dialog.getByRole('button', { name: 'Release edited' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await response).toMatchObject({ ok: false, error: { status: 409 } });
  await page.getByRole('row', { name: /409 POST customers\.create/ }).click();
  await page.getByRole('tab', { name: 'Response' }).click();
  await page.getByText('Edited while a fault held it').waitFor();
  const original = page.getByRole('group', { name: 'Original body' });
  expect(JSON.parse((await original.textContent()) ?? '')).toMatchObject({ data: { name: 'Halm' } });
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

detail('a failure that a retry recovered is no recent error', async (context) => {
  const { page, mock, client, impatient } = await openWorkbench(context, '/overview');
  const steps = page.getByRole('region', { name: 'Three steps to your first recovered failure' });
  await steps.getByRole('link', { name: 'try an operation here' }).waitFor();
  mock.faults.add({ on: 'customers.list', times: 1, status: 503 });
  await client.customers.list();
  mock.faults.add({ on: 'paymentTerms.list', times: 1, status: 500 });
  await impatient.paymentTerms.list().catch(() => undefined);
  const errors = page.getByRole('region', { name: 'Recent errors' });
  await steps.waitFor({ state: 'detached' });
  await errors.getByText('paymentTerms.list').waitFor();
  await errors.getByText('500 injected').waitFor();
  expect(await errors.getByRole('listitem').count()).toBe(1);
});

detail('shows times to the millisecond or relative to now, and remembers this', async (context) => {
  const { page, client } = await openWorkbench(context, '/requests');
  await client.customers.list();
  await page.getByRole('row', { name: /^\d\d:\d\d:\d\d\.\d{3} 200/ }).waitFor();
  await page.getByRole('button', { name: 'Relative times' }).click();
  await page.getByRole('row', { name: /^\d+ (s|min) ago 200/ }).waitFor();
  await page.reload();
  await page.getByRole('row', { name: /^\d+ (s|min) ago 200/ }).waitFor();
});

detail('filters the list, and keeps filter and request on reload', async (context) => {
  const { page, client, impatient } = await openWorkbench(context, '/requests');
  await client.customers.list();
  await impatient.customers.get('00000000-0000-4000-8000-000000000000').catch(() => undefined);
  await page.getByRole('row', { name: /404/ }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('customers.list');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByLabel('Filter requests').fill('');
  await page.getByLabel('Status').selectOption('4xx');
  await page.getByRole('row', { name: /404/ }).click();
  await page.reload();
  await page.getByRole('heading', { name: '/api/customers/00000000-0000-4000-8000-000000000000' }).waitFor();
  expect(await page.getByLabel('Status').inputValue()).toBe('client');
  expect(await page.getByRole('row', { name: /customers\.list/ }).count()).toBe(0);
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

detail('exports chosen calls as a test', async (context) => {
  const { page, client, mock } = await openWorkbench(context, '/requests');
  await client.customers.list();
  mock.faults.add({ on: 'paymentTerms.list', times: 1, status: 503 });
  await client.paymentTerms.list();
  const { id } = mock.db.workspaces.insert({ name: 'Other' });
  await client.withOptions({ apiToken: mock.tokens.issue({ workspace: id }) }).customers.list();
  await page.getByRole('row', { name: /503 → 200/ }).waitFor();
  await page
    .getByRole('row', { name: /customers\.list/ })
    .nth(1)
    .waitFor();
  await page.getByRole('button', { name: 'Export as a test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export as a test' });
  const code = dialog.getByRole('group', { name: 'Test', exact: true });
  await expect.poll(() => code.textContent()).toContain('await client.customers.list();');
  await dialog.getByText('Calls with the token of another workspace are left out.').waitFor();
  await dialog.getByRole('checkbox', { name: /customers\.list/ }).uncheck();
  await dialog.getByText('1 call chosen').waitFor();
  expect(await code.textContent()).not.toContain('client.customers.list');
  await expectAccessible(page);
  const file = await downloadedText(page, 'Download');
  expect(file).toContain("mock.faults.add({\n    on: 'paymentTerms.list',\n    times: 1,\n    status: 503,\n  });");
  expect(file).toContain('await client.paymentTerms.list();');
  expect(file).toContain('Fjord standing desk');

  await dialog.getByRole('tab', { name: 'Playwright' }).click();
  await dialog.getByText('A page in the browser sends the calls.').waitFor();
  const spec = await downloadedText(page, 'Download');
  expect(spec).toContain("import { expect, type Page, test } from '@playwright/test';");
  expect(spec).toContain("await send(page, '/api/payment-terms', {\n    method: 'GET',\n    attempts: 2,\n  });");
  expect(spec).not.toContain('/api/customers');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

detail('pauses, exports and clears the list', async (context) => {
  const { page, client, mock } = await openWorkbench(context, '/requests');
  await client.customers.list();
  await page.getByRole('row', { name: /customers\.list/ }).waitFor();
  await page.getByRole('button', { name: 'Pause the list' }).click();
  await client.paymentTerms.list();
  const har = JSON.parse(await downloadedText(page, 'Export as HAR'));
  expect(har.log.entries).toHaveLength(2);
  expect(await page.getByRole('row', { name: /paymentTerms\.list/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Resume the list' }).click();
  await page.getByRole('row', { name: /paymentTerms\.list/ }).waitFor();
  await page.getByRole('button', { name: /^Clear/ }).click();
  await page.getByText('No requests yet').waitFor();
  expect(mock.journal.size).toBe(0);
});

detail('has no barriers in the list, the details and the comparison', async (context) => {
  const { page, client } = await openWorkbench(context, '/requests');
  await expectAccessible(page);
  await client.customers.list();
  await client.customers.list();
  await page
    .getByRole('row', { name: /customers\.list/ })
    .nth(1)
    .waitFor();
  await page
    .getByRole('row', { name: /customers\.list/ })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Headers' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Compare/ }).click();
  await page.getByRole('heading', { name: 'Compare requests' }).waitFor();
  await expectAccessible(page);
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
