import { expect } from 'vitest';
import { expectAccessible, openAt } from './open-workbench.ts';
import { story } from './story.ts';

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
