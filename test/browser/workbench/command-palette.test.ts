import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { expectFocus } from './keyboard.ts';
import { expectAccessible, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

story('goes to pages, operations and records by name', async (place, context) => {
  const { page } = await openAt(place, context, '/overview');
  const { keyboard } = page;
  const command = page.getByRole('combobox', { name: 'Command' });
  const selected = page.getByRole('option', { selected: true });
  await page.getByRole('heading', { name: 'Overview' }).focus();
  await page.getByRole('button', { name: 'Go to or do (Ctrl+K)' }).click();
  await expectFocus(command);
  await keyboard.type('prices.upd');
  await expect.poll(() => selected.textContent()).toBe('prices.updateOperation');
  await expectAccessible(page);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'prices.update' }).waitFor();
  await command.waitFor({ state: 'detached' });

  // It opens in a field too, and finds a record by a part of its name.
  await page.getByLabel('Find an operation').focus();
  await keyboard.press('Control+k');
  await expectFocus(command);
  await keyboard.type('bluepine');
  await page.getByRole('option', { name: /Bluepine Coworking Inc\. · Customer/ }).click();
  await page
    .getByRole('region', { name: 'Record', exact: true })
    .getByRole('heading', { name: /Bluepine/ })
    .waitFor();
});

detail('does what the text says', async (context) => {
  const { page, mock } = await openWorkbench(context, '/overview', { clock: '2026-01-31T09:00:00Z' });
  const { keyboard } = page;
  const command = page.getByRole('combobox', { name: 'Command' });
  const said = page.getByRole('status');
  const run = async (text: string, done: string) => {
    await keyboard.press('Control+k');
    await command.fill(text);
    await page.getByRole('option').first().waitFor();
    await keyboard.press('Enter');
    await said.getByText(done).waitFor();
  };
  await run('fail prices.update once', 'The next prices.update fails with 503.');
  expect(mock.faults.list()).toMatchObject([{ on: 'prices.update', times: 1, status: 503 }]);
  await run('advance 3 hours', 'Advanced the clock by 3 hours.');
  await run('advance 1 hour', 'Advanced the clock by 1 hour.');
  expect(mock.clock.now()).toBe(Date.parse('2026-01-31T13:00:00Z'));
  const { id } = mock.create.customer({ name: 'Acme' });
  await run('undo', 'Undid change');
  expect(mock.db.customers.get(id)).toBeUndefined();
  await run('save state', 'Saved the snapshot');
  expect(mock.snapshots.list()).toHaveLength(1);
  mock.create.customer({ name: 'Later' });
  await run('reset', 'Reset the mock.');
  expect(mock.db.customers.find({ name: 'Later' })).toBeUndefined();
  await keyboard.press('Control+k');
  await command.fill('endpoint');
  await page.getByRole('option', { name: 'Explorer Page' }).waitFor();
});

detail('runs actions, finds policies, and closes without a trace', async (context) => {
  const { page, mock } = await openWorkbench(context, '/requests');
  const { keyboard } = page;
  mock.faults.add('maintenance');
  const dialog = page.getByRole('dialog', { name: 'Go to or do' });
  const open = async (text: string) => {
    await keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command' }).fill(text);
  };
  await open('clear faults');
  await keyboard.press('Enter');
  await expect.poll(() => mock.faults.list()).toEqual([]);
  await open('policy notfoundstatus');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Policies' }).waitFor();
  await expect.poll(() => page.getByLabel('Find a policy').inputValue()).toBe('notFoundStatus');
  await open('theme');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.locator('.workbench.dark').waitFor();
  await open('no such thing');
  await dialog.getByText('Nothing has this name.').waitFor();
  await keyboard.press('Enter');
  await dialog.waitFor();
  await keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // The address is that of the policies, as before.
  expect(page.url()).toContain('#/policies?search=notFoundStatus');
});
