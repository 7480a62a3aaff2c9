import { expect, onTestFinished } from 'vitest';
import * as z from 'zod';
import { listen } from '../../../mocks/http.ts';
import { createMockServer, demo, mockOperation } from '../../../mocks/index.ts';
import { defineOperation } from '../../../src/index.ts';
import { addNote, createContact, listContacts } from '../../mock/operations/definitions.ts';
import { detail } from '../../sample.ts';
import { openBrowser } from '../site.ts';
import { expectFocus, pressOn } from './keyboard.ts';
import { expectAccessible, openControlPage, openWorkbench } from './open-workbench.ts';

/** Its query can be anything, so it has no form. */
const search = defineOperation({
  name: 'searches.list',
  method: 'GET',
  path: '/api/searches',
  query: z.looseObject({}),
  response: z.unknown(),
});

const operations = [
  mockOperation(search, { handle: ({ query }) => query }),
  mockOperation(createContact, { handle: ({ body, db }) => db.contacts.insert(body) }),
  mockOperation(listContacts, { handle: ({ query, db }) => db.contacts.list().slice(0, query.limit) }),
  mockOperation(addNote, { handle: ({ params, body }) => ({ slug: params.slug, text: body.text }) }),
];

detail('the explorer has a form for each operation of your own', async (context) => {
  const mock = createMockServer({ seed: demo, operations });
  const [{ id: customer_id = '' } = {}] = mock.db.customers.list();
  const server = await listen(mock, { port: 0 });
  onTestFinished(() => server.close());
  const page = await (await openBrowser(context)).newPage();
  const { controlUrl = '', controlToken } = server;
  await openControlPage(page, { controlUrl, controlToken }, '/explorer/contacts.create');

  await page.getByText('The specification does not document this operation.').waitFor();
  const body = { first_name: 'Ada', email: 'ada@example.com', customer_id };
  const email = page.getByLabel('email required');
  await expect.poll(() => email.inputValue()).not.toBe('');
  await page.getByRole('button', { name: 'Omit last_name' }).click();
  await page.getByLabel('first_name required').fill('Ada');
  await email.fill('ada@example.com');
  await page.getByLabel('customer_id required').fill(customer_id);
  await page.getByRole('tab', { name: 'Client' }).click();
  expect(await page.getByRole('group', { name: 'Client code' }).innerText()).toMatch(
    /^await client\.call\(contactsCreate, \{\s+body: \{\s+first_name: 'Ada',/,
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('link', { name: 'Open record' }).waitFor();
  expect(mock.journal.last(createContact)).toMatchObject({ body, response: { status: 201 } });

  await page.getByRole('link', { name: /contacts\.list/ }).click();
  await page.getByLabel('limit').fill('1');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('region', { name: 'Response' }).getByText('200', { exact: true }).waitFor();
  expect(mock.journal.last(listContacts)).toMatchObject({ url: '/api/contacts?limit=1', response: { status: 200 } });
  await page.getByRole('link', { name: /searches\.list/ }).click();
  await page.getByLabel('Query').fill('tags=a&tags=b&limit=1');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect
    .poll(() => mock.journal.last())
    .toMatchObject({ url: '/api/searches?tags=a&tags=b&limit=1', response: { status: 200 } });
  await page.getByRole('button', { name: 'Fill the form in again' }).click();
  await expect.poll(() => page.getByLabel('Query').inputValue()).toBe('');

  await page.getByRole('link', { name: /notes\.add/ }).click();
  await page.getByLabel('slug required').fill('a b');
  await page.getByLabel('customer_id required').fill(customer_id);
  await page.getByRole('button', { name: 'As JSON' }).click();
  await page.getByLabel('JSON', { exact: true }).fill('{ "text": "Called" }');
  await page.getByRole('button', { name: 'Fail the next call' }).click();
  await page.getByText('503 armed').waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('region', { name: 'Response' }).getByText('503', { exact: true }).waitFor();
  expect(mock.journal.last(addNote)).toMatchObject({ params: { slug: 'a b', customer_id }, fault: 'status' });

  mock.faults.clear();
  await page.goto(`${controlUrl}#/failures`);
  await page.getByRole('button', { name: 'Add a fault' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Operations').fill('contacts.creat');
  await dialog.getByText('Did you mean "contacts.create"?').waitFor();
  await dialog.getByLabel('Operations').fill('contacts.create');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => mock.faults.list()).toMatchObject([{ on: 'contacts.create' }]);
});

detail('an endpoint without code is added, tried, changed, and removed by keyboard', async (context) => {
  const { page, mock } = await openWorkbench(context, '/explorer/products.create');
  const { keyboard } = page;
  await page.getByRole('link', { name: 'Add an endpoint' }).click();
  await page.getByText('None yet.').waitFor();
  const path = page.getByLabel('Path');
  const data = page.getByLabel('Data, as JSON');
  const add = page.getByRole('button', { name: 'Add the endpoint' });
  await expectAccessible(page);
  await pressOn(page, add);
  await expectFocus(path);
  await page.getByText('Give the path.').waitFor();
  await keyboard.type('/api/products');
  await page.getByLabel('Method').selectOption('POST');
  await page.getByText('the specification documents products.create').waitFor();
  await page.getByLabel('Method').selectOption('GET');
  await path.fill('/api/reports/{day}');
  await data.fill('{ "total": 12');
  await page.getByText(/^must be JSON\. /).waitFor();
  await pressOn(page, add);
  await expectFocus(data);
  await data.fill('{ "total": 12 }');
  await expectAccessible(page);
  await pressOn(page, add);
  await page.getByRole('status').getByText('Added GET /api/reports/{day}.').waitFor();
  await expectFocus(add);
  expect(mock.operations.list()).toMatchObject([{ name: 'reports.getByDay', data: { total: 12 } }]);
  expect([await path.inputValue(), await data.inputValue()]).toEqual(['', '{}']);

  // The mock knows more than the form.
  await path.fill('/api/other');
  await page.getByText('Name and permission').click();
  await page.getByLabel('Name').fill('reports.getByDay');
  mock.operations.add({ method: 'GET', path: '/api/other', data: null });
  await pressOn(page, add);
  await page.getByRole('alert').getByText('has the name or the path of another operation, other.get').waitFor();
  mock.operations.remove('other.get');
  await page.getByLabel('Name').fill('');

  await pressOn(page, page.getByRole('button', { name: 'Edit reports.getByDay' }));
  await page.getByRole('heading', { name: 'Change reports.getByDay' }).waitFor();
  await expectFocus(path);
  await data.fill('{ "total": 13 }');
  await pressOn(page, page.getByRole('button', { name: 'Save' }));
  await page.getByRole('heading', { name: 'Add an endpoint' }).waitFor();
  expect(mock.operations.list()).toMatchObject([{ name: 'reports.getByDay', data: { total: 13 } }]);

  await page.getByRole('link', { name: 'Open reports.getByDay' }).click();
  await expectFocus(page.getByRole('heading', { name: 'reports.getByDay' }));
  await page.getByLabel('day required').fill('today');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('region', { name: 'Response' }).getByText('13').waitFor();
  expect(mock.journal.last()).toMatchObject({ operation: 'reports.getByDay', response: { status: 200 } });

  await page.goBack();
  await pressOn(page, page.getByRole('button', { name: 'Remove reports.getByDay' }));
  await page.getByText('None yet.').waitFor();
  await expectFocus(page.getByRole('region', { name: 'Your endpoints' }));
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Open reports.getByDay' }).waitFor();
  expect(mock.operations.list()).toMatchObject([{ name: 'reports.getByDay', data: { total: 13 } }]);
});
