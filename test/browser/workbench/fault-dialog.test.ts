import { expect } from 'vitest';
import { ApiError } from '../../../src/index.ts';
import { detail } from '../../sample.ts';
import { expectAccessible, openWorkbench } from './open-workbench.ts';

detail('the dialog adds a fault with all properties, explains mistakes, and edits it', async (context) => {
  const { page, impatient, mock } = await openWorkbench(context, '/failures');
  await page.getByRole('button', { name: 'Add a fault' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a fault' });
  await dialog.getByLabel('Operations').fill('customers.get, customer.list');
  await dialog.getByRole('alert').getByText('fault.on').waitFor();
  expect(await dialog.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
  await dialog.getByLabel('Operations').fill('customers.get, customers.list');
  await dialog.getByLabel('Status').fill('418');
  await dialog.getByLabel('Body, as JSON or text').fill('{ "success": false, "error": "Tea" }');
  await dialog.getByLabel('Headers').fill('x-pot: 1');
  await dialog.getByLabel('Number of calls').fill('2');
  await dialog.getByText('mock.faults.add({').waitFor();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const error = await impatient.customers.list().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 418, message: expect.stringContaining('Tea') });
  await page.getByText('hit 1 time').waitFor();
  await page.getByRole('button', { name: /^Edit 418/ }).click();
  await page.getByLabel('Effect').selectOption('Hold until released');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => mock.faults.list())
    .toMatchObject([{ on: ['customers.get', 'customers.list'], hold: true, times: 2, hits: 0 }]);
});

detail('the dialog adds a fault for one record, and the request says why it did not apply', async (context) => {
  const { page, client, impatient, mock } = await openWorkbench(context, '/failures');
  const [one, other] = mock.db.products.list();
  await page.getByRole('button', { name: 'Add a fault' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a fault' });
  await dialog.getByLabel('Operations').fill('products.update');
  await dialog.getByText('Only some requests').click();
  await dialog.getByLabel('Path parameters').fill('ids: 1');
  await dialog.getByRole('alert').getByText('Did you mean "id"?').waitFor();
  await dialog.getByLabel('Path parameters').fill(`id: ${one?.id}`);
  await dialog.getByLabel('Part of the request body').fill('{ "name": "Desk" }');
  await dialog.getByLabel('Effect').selectOption('Change from call to call');
  await dialog.getByLabel('Steps, as JSON').fill('[{ "status": 503 }, { "pass": true }]');
  await dialog.getByLabel('Name').fill('desk');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const active = page.getByRole('region', { name: 'Active now' });
  await active.getByText('not hit yet, at step 1 of 2').waitFor();
  await expect(impatient.products.update(one?.id ?? '', { name: 'Desk' })).rejects.toMatchObject({ status: 503 });
  await active.getByText('hit 1 time, at step 2 of 2').waitFor();
  await active.getByRole('button', { name: /^Start desk again|^Start 503/ }).click();
  await active.getByText('not hit yet, at step 1 of 2').waitFor();
  await active.getByRole('button', { name: /^Edit/ }).click();
  const editor = page.getByRole('dialog', { name: 'Edit the fault' });
  expect(await editor.getByLabel('Path parameters').inputValue()).toBe(`id: ${one?.id}`);
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.waitFor({ state: 'detached' });
  expect(mock.faults.list()).toMatchObject([{ id: 'desk', match: { body: { name: 'Desk' } }, hits: 0 }]);
  await client.products.update(other?.id ?? '', { name: 'Desk' });
  await page.getByRole('link', { name: 'Requests' }).click();
  await page.getByRole('row', { name: /200 PATCH products\.update/ }).click();
  await page.getByText('Fault desk is the closest').waitFor();
  await page.getByText(`params.id: expected "${one?.id}"`).waitFor();
  await expectAccessible(page);
});
