import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { expectAccessible, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

story('lists the changes of requests and of edits, and undoes one of them', async (place, context) => {
  const { page, mock, client } = await openAt(place, context, '/history');
  await page.getByText('No changes yet').waitFor();
  const customer = await client.customers.create({ name: 'Acme', type: 'company' });
  const other = await mock.db.customers.insert({ name: 'Fjord', type: 'company' });
  await mock.db.customers.update(customer.id, { name: 'Acme Ltd.' });
  const row = (name: string) => page.getByRole('row', { name });
  await row('Created Fjord Direct write').waitFor();
  await row('Updated Acme Ltd. Direct write').click();
  const differences = page.getByRole('group', { name: 'Differences of the customers acme ltd.' });
  await differences.getByText('−   "name": "Acme",').waitFor();
  await differences.getByText('+   "name": "Acme Ltd.",').waitFor();
  await page.getByRole('button', { name: 'Undo this change' }).click();
  await page.getByText(/^Undid change \d+\.$/).waitFor();
  expect(await mock.db.customers.get(customer.id)).toMatchObject({ name: 'Acme' });
  expect(await mock.db.customers.get(other.id)).toMatchObject({ name: 'Fjord' });

  // An undo can be undone.
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Undid the undo.').waitFor();
  expect(await mock.db.customers.get(customer.id)).toMatchObject({ name: 'Acme Ltd.' });
});

detail('says which later change prevents an undo, and restores the records before a change', async (context) => {
  const { page, mock, client } = await openWorkbench(context, '/history');
  const before = mock.db.customers.list();
  const { id } = await client.customers.create({ name: 'Acme', type: 'company' });
  mock.db.customers.update(id, { name: 'Acme Ltd.' });
  mock.db.customers.insert({ name: 'Fjord', type: 'company' });
  await page.getByRole('row', { name: /Acme customers\.create/ }).click();
  await page.getByRole('button', { name: 'Undo this change' }).click();
  await page.getByText(`${id} was changed by change 2. Undo that change first`).waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Restore the records before it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore the records before change 1?' });
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(3);
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^Direct write .*created Fjord in customers$/),
    expect.stringMatching(/^Direct write .*updated Acme Ltd\. in customers$/),
    expect.stringMatching(/^customers\.create request 1.*created Acme in customers$/),
  ]);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Undo 3 changes' }).click();
  await page.getByText('Restored the records before change 1.').waitFor();
  expect(mock.db.customers.list()).toEqual(before);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => mock.db.customers.get(id)).toMatchObject({ name: 'Acme Ltd.' });
});

detail('restores nothing if the records have changed since the list was read', async (context) => {
  const { page, mock } = await openWorkbench(context, '/history');
  mock.db.customers.insert({ name: 'Acme', type: 'company' });
  await page.getByRole('row', { name: /Created Acme/ }).click();
  await page.getByRole('button', { name: 'Restore the records before it' }).click();
  const dialog = page.getByRole('dialog');
  const undo = dialog.getByRole('button', { name: 'Undo 1 change' });
  // The dialog has read the list.
  await undo.waitFor();
  mock.db.customers.insert({ name: 'Fjord', type: 'company' });
  await undo.click();
  await dialog.getByText(/there are changes after 1, up to 2/).waitFor();
  await page.keyboard.press('Escape');
  mock.reset();
  await page.getByText('This change is no longer in the history').waitFor();
  expect(mock.history.list()).toEqual([]);
});
