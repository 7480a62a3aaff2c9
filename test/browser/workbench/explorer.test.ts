import { expect } from 'vitest';
import { operationNames } from '../../../src/contract/operations.ts';
import { detail } from '../../sample.ts';
import { expectAccessible, expectWidth, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

story('shows brackets while typing, and the type of the response', async (place, context) => {
  const { page, mock } = await openAt(place, context, '/explorer/products.update');
  const sent = page.getByRole('group', { name: 'Body as sent' });
  // The form starts with the id of a record.
  await expect.poll(() => page.getByLabel('id required').inputValue()).toMatch(/^[\da-f-]{36}$/);
  const weight = page.getByLabel('weight', { exact: true });
  await weight.fill('');
  await weight.pressSequentially('18.5');
  await sent.getByText('18.5').waitFor();
  const body = JSON.parse(await sent.innerText());
  expect(body).toMatchObject({ 'shipping[weight]': 18.5 });
  await page.getByRole('tab', { name: 'Client' }).click();
  const code = await page.getByRole('group', { name: 'Client code' }).innerText();
  expect(code).toMatch(
    /^await client\.products\.update\('[\da-f-]{36}', \{[\s\S]+\s+shipping: \{[^}]+\s+weight: 18\.5,/,
  );
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('matches the contract').waitFor();
  const sentRequest = await mock.journal.last('products.update');
  expect(sentRequest.response.status).toBe(200);
  expect(JSON.parse(sentRequest.rawBody ?? '')).toEqual(body);
  expect(sentRequest.body).toMatchObject({ shipping: { weight: 18.5 } });
  await page.getByRole('tab', { name: 'Type' }).click();
  await page.getByText('recurrence_type: ').waitFor();
  await page.getByRole('link', { name: 'Show in Requests' }).click();
  await page.getByRole('region', { name: 'Request', exact: true }).getByText('/api/products/').waitFor();
});

detail('the form of an update starts with the values of a record, and can be sent at once', async (context) => {
  const { page, mock } = await openWorkbench(context, '/explorer/prices.update');
  const [price] = mock.db.prices.list();
  await expect.poll(() => page.getByLabel('id required').inputValue()).toBe(price?.id);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('matches the contract').waitFor();
  const { pricing_model, amount } = price ?? {};
  expect(mock.journal.last('prices.update').body).toMatchObject({ pricing_model, amount });
  const { updated_at: _, ...before } = price ?? {};
  expect(mock.db.prices.list()[0]).toMatchObject(before);
});

detail('Ctrl+Enter sends, wherever the focus is', async (context) => {
  const { page, mock } = await openWorkbench(context, '/overview');
  await page.keyboard.press('4');
  await expect.poll(() => page.getByLabel('name required', { exact: true }).inputValue()).not.toBe('');
  await page.keyboard.press('Control+Enter');
  await page.getByText('201', { exact: true }).waitFor();
  await page.getByLabel('name required', { exact: true }).press('Control+Enter');
  await expect.poll(() => mock.journal.list('products.create').length).toBe(2);
  await page.keyboard.press('?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Send the request').waitFor();
});

detail('gives a new product a name that no product parent has either', async (context) => {
  const { page, mock } = await openWorkbench(context, '/explorer/products.create');
  const name = page.getByLabel('api_name required');
  await expect.poll(() => name.inputValue()).toMatch(/_2$/);
  mock.create.productParent({ api_name: await name.inputValue() });
  await page.reload();
  await expect.poll(() => name.inputValue()).toMatch(/_3$/);
});

detail('looks for a free name among many with few requests', async (context) => {
  const { page, mock } = await openWorkbench(context, '/overview');
  const [first] = mock.db.products.list();
  for (let number = 2; number <= 40; number += 1) mock.create.product({ api_name: `${first?.api_name}_${number}` });
  const queries: string[] = [];
  page.on('request', (request) => request.url().endsWith('/query') && queries.push(request.url()));
  await page.goto(`${page.url().split('#')[0]}#/explorer/products.create`);
  await expect.poll(() => page.getByLabel('api_name required').inputValue()).toBe(`${first?.api_name}_41`);
  expect(queries.length).toBeLessThan(10);
});

detail('tells that it waits for a response', async (context) => {
  const { page, mock } = await openWorkbench(context, '/explorer/customers.list');
  const held = mock.faults.hold('customers.list');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Waiting for the response …').waitFor();
  await held.reached();
  held.release();
  await page.getByText('matches the contract').waitFor();
  expect(await page.getByText('Waiting for the response …').count()).toBe(0);
});

detail('shows the response to the last request, whatever comes last', async (context) => {
  const { page, mock } = await openWorkbench(context, '/explorer/customers.create');
  const held = mock.faults.hold('customers.create', { times: 1 });
  const send = page.getByRole('button', { name: 'Send' });
  await send.click();
  await held.reached();
  mock.faults.add({ on: 'customers.create', times: 1, status: 503 });
  await send.click();
  const response = page.getByRole('region', { name: 'Response' });
  const status = response.getByRole('status');
  await status.getByText('503', { exact: true }).waitFor();
  // The page looks up the request of a response before it is done.
  await response.getByRole('link', { name: 'Show in Requests' }).waitFor();
  const late = page.waitForResponse((each) => each.status() === 201);
  const lookup = page.waitForResponse(/\/__mock\/journal\/\d+$/);
  held.release();
  await (await late).finished();
  await (await lookup).finished();
  await status.getByText('503', { exact: true }).waitFor();
});

detail('sends nothing before it has an example', async (context) => {
  const { page, mock } = await openWorkbench(context, '/overview');
  let load: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route('**/db/customers/query', async (route) => {
    await loaded;
    await route.continue();
  });
  await page.evaluate(() => {
    location.hash = '#/explorer/customers.create';
  });
  await page.getByLabel('name required', { exact: true }).press('Control+Enter');
  expect(await page.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true');
  load();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('201', { exact: true }).waitFor();
  expect(mock.journal.list('customers.create').map(({ response }) => response.status)).toEqual([201]);
});

detail('creates a product from an example, twice, with free names', async (context) => {
  const { page, mock } = await openWorkbench(context, '/explorer/products.create');
  const before = mock.db.products.size;
  // The form starts with the values of another record.
  const record = mock.db.products.list()[1];
  const records = page.getByLabel('Fill in from a record');
  await records.selectOption(record?.id ?? '');
  const name = page.getByLabel('api_name required');
  await expect.poll(() => name.inputValue()).toBe(`${record?.api_name}_2`);
  await page.getByLabel('name required', { exact: true }).press('Control+Enter');
  await page.getByText('201', { exact: true }).waitFor();
  expect(mock.db.products.size).toBe(before + 1);
  await records.selectOption(record?.id ?? '');
  await expect.poll(() => name.inputValue()).toBe(`${record?.api_name}_3`);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => mock.db.products.size).toBe(before + 2);
});

detail('suggests the records that contain the typed text', async (context) => {
  const { page, mock } = await openWorkbench(context, '/explorer/customers.get');
  for (let number = 1; number <= 60; number += 1) mock.create.customer({ name: `Needle ${number}` });
  await page.reload();
  await page.getByText('The first 30 records of the table.').waitFor();
  await page.getByLabel('id required').fill('needle 60');
  await page.locator('datalist').getByText('Needle 60').waitFor({ state: 'attached' });
});

detail('shows mistakes before and after they are sent', async (context) => {
  const { page, mock } = await openWorkbench(context, '/explorer/customers.create');
  const name = page.getByLabel('name required', { exact: true });
  await expect.poll(() => name.inputValue()).not.toBe('');
  await page.getByRole('button', { name: 'As JSON' }).click();
  await page.getByLabel('JSON', { exact: true }).fill('{ "type": "robot" }');
  await page.getByText('"company", "individual"').waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('The request does not match the contract.').waitFor();
  expect(mock.journal.last('customers.create').response.status).toBe(400);
  await page.getByLabel('JSON', { exact: true }).fill('{ "type"');
  await page.getByText('This is not JSON. It is sent as it is.').waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => mock.journal.last('customers.create').rawBody).toBe('{ "type"');
});

detail('tells a request from an identical one before it, although no event has reported either', async (context) => {
  const { page, mock } = await openWorkbench(context, '/explorer/customers.list');
  // A hidden page receives no events.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('matches the contract').waitFor();
  mock.faults.add({ on: 'customers.list', fault: 'invalid-json' });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Injected fault: invalid-json').waitFor();
});

detail('sends another token, and shows faults', async (context) => {
  const { page, mock } = await openWorkbench(context, '/explorer/customers.list');
  const field = page.getByRole('combobox', { name: 'Token' });
  mock.tokens.issue({ permissions: ['products:read'], user: 'Ida' });
  await field.click();
  await page.getByRole('option', { name: 'Ida: products:read' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('region', { name: 'Response' }).getByRole('status').getByText('403', { exact: true }).waitFor();
  await field.fill('');
  mock.faults.add({ on: 'customers.list', fault: 'drop-connection' });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('The connection broke before there was a response.').waitFor();
  await page.getByText('Injected fault: drop-connection').waitFor();
});

detail('opens the record that it created', async (context) => {
  const { page, mock } = await openWorkbench(context, '/explorer/customers.create');
  await expect.poll(() => page.getByLabel('name required', { exact: true }).inputValue()).not.toBe('');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('link', { name: 'Open record' }).click();
  const { id } = mock.db.customers.list().at(-1) ?? {};
  await expect.poll(() => page.evaluate(() => location.hash)).toContain(`/records/customers/${id}`);
});

detail('has a form for every operation, and keeps its values after a reload', async (context) => {
  const { page } = await openWorkbench(context, '/explorer');
  const list = page.getByRole('navigation', { name: 'Operations' });
  for (const name of operationNames) {
    await list.getByRole('link', { name, exact: false }).click();
    await page.getByRole('form', { name, exact: true }).waitFor();
  }
  await page.keyboard.press('/');
  await page.keyboard.type('addresses.list');
  await list.getByRole('link', { name: 'addresses.list' }).click();
  await page.getByLabel('customer_id').fill('5f7e35f2-5795-48a9-952f-6f7aeb75726e');
  await page.getByText('GET /api/addresses?customer_id=5f7e35f2').waitFor();
  await page.reload();
  await page.getByText('GET /api/addresses?customer_id=5f7e35f2').waitFor();
  await page.getByRole('button', { name: 'Fill the form in again' }).click();
  await page.getByRole('tabpanel', { name: 'As sent' }).getByText('GET /api/addresses', { exact: true }).waitFor();
});

detail('shows hostile data as text', async (context) => {
  const { page, mock } = await openWorkbench(context, '/explorer/customers.list');
  mock.create.customer({ name: '<img src=x onerror=alert(1)>\u202e' });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('group', { name: 'Response body' }).getByText('<img src=x onerror=alert(1)>\\u{202e}').waitFor();
  await page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: 'customers.get' }).click();
  await page.getByLabel('Fill in from a record').getByText('<img').waitFor({ state: 'attached' });
  expect(await page.locator('img').count()).toBe(0);
});

detail('has no barriers, and fits a phone', async (context) => {
  const { page } = await openWorkbench(context, '/explorer/products.update');
  // The form starts with the id of a record.
  await expect.poll(() => page.getByLabel('id required').inputValue()).toMatch(/^[\da-f-]{36}$/);
  await page.getByLabel('weight', { exact: true }).fill('18.5');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('matches the contract').waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectWidth(page, 390);
  await page.getByLabel('Operation', { exact: true }).selectOption('prices.update');
  await page.getByRole('form', { name: 'prices.update' }).waitFor();
});
