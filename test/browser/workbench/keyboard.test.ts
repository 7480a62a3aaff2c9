import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { expectFocus, pressOn, tabTo } from './keyboard.ts';
import { expectAccessible, openAt, openWorkbench } from './open-workbench.ts';

detail('a grid sorts, changes widths, follows links, and opens and closes a record', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  const { keyboard } = page;
  await page.getByRole('row', { name: /Halm/ }).waitFor();
  const grid = page.getByRole('grid', { name: 'Customers' });
  const active = page.locator('.grid .cell.active');
  await keyboard.press('g');
  await expectFocus(grid);
  await keyboard.press('ArrowUp');
  const width = async () => (await active.boundingBox())?.width ?? 0;
  const before = await width();
  await keyboard.press('Shift+ArrowRight');
  await expect.poll(width).toBe(before + 20);
  await keyboard.press('Enter');
  await expect.poll(() => page.getByRole('columnheader', { name: 'name' }).getAttribute('aria-sort')).toBe('ascending');
  await page.getByRole('row').nth(1).getByText('Bluepine Coworking Inc.').waitFor();
  await keyboard.press('ArrowDown');
  // A row that others add does not move the user to another record.
  mock.create.customer({ name: 'Aaa' });
  await page.getByRole('row').nth(1).getByText('Aaa').waitFor();
  await keyboard.press('Enter');
  const details = page.getByRole('region', { name: 'Record', exact: true });
  await expectFocus(details);
  await details.getByRole('heading', { name: 'Bluepine Coworking Inc.' }).waitFor();
  await tabTo(page, page.getByRole('tab', { name: 'Fields' }));
  await keyboard.press('End');
  await expectFocus(page.getByRole('tab', { name: 'Links' }));
  await pressOn(page, details.getByRole('link', { name: /of contacts$|of addresses$/ }).first());
  await page.getByRole('grid', { name: /Contacts|Addresses/ }).waitFor();
  await keyboard.press('g');
  await expectFocus(page.getByRole('grid'));
  // Tab does not stop at the links of the cells.
  await tabTo(page, page.getByRole('button', { name: 'Create', exact: true }), 'Shift+Tab');
  await keyboard.press('g');
  for (let column = 0; (await active.locator('a').count()) === 0 && column < 20; column += 1) {
    await keyboard.press('ArrowRight');
  }
  await keyboard.press('Enter');
  await expectFocus(details);
  await details.getByRole('heading', { name: 'Bluepine Coworking Inc.' }).waitFor();
  await keyboard.press('Escape');
  await expectFocus(grid);
});

detail('the active cell of a grid stays in sight', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  const { keyboard } = page;
  for (let added = 0; added < 200; added += 1) mock.create.customer();
  await page.getByText(/^2\d\d rows$/).waitFor();
  await keyboard.press('g');
  const isInSight = () =>
    page.locator('.grid').evaluate((grid) => {
      const cell = grid.querySelector('.cell.active')?.getBoundingClientRect();
      const head = grid.querySelector('.grid-head')?.getBoundingClientRect();
      const end = grid.getBoundingClientRect().top + grid.clientHeight;
      return cell !== undefined && head !== undefined && cell.top >= head.bottom && cell.bottom <= end;
    });
  for (const key of [...Array<string>(40).fill('ArrowDown'), 'PageDown', 'Control+End', 'PageUp', 'Control+Home']) {
    await keyboard.press(key);
    await expect.poll(isInSight, { message: key }).toBe(true);
  }
});

detail('dialogs and details take the focus and give it back', async (context) => {
  const { page } = await openWorkbench(context, '/records/customers');
  const { keyboard } = page;
  const create = page.getByRole('button', { name: 'Create', exact: true });
  const dialog = page.getByRole('dialog');
  await pressOn(page, create);
  await expectFocus(dialog.getByLabel('Number of records'));
  // Behind an open dialog, keys do nothing.
  await page.mouse.click(5, 5);
  await keyboard.press('3');
  await keyboard.press('Escape');
  await expectFocus(create);
  await keyboard.press('Enter');
  const number = dialog.getByLabel('Number of records');
  await expectFocus(number);
  await number.fill('0');
  await tabTo(page, dialog.getByLabel('name', { exact: true }));
  await keyboard.type('Acme');
  // A form that is not valid leads to the mistake.
  await keyboard.press('Enter');
  await expectFocus(number);
  await number.fill('1');
  await keyboard.press('Enter');
  const details = page.getByRole('region', { name: 'Record', exact: true });
  await expectFocus(details);
  await tabTo(page, details.getByRole('textbox', { name: 'name', exact: true }));
  await keyboard.type('Acme Ltd.');
  await keyboard.press('Enter');
  await page.getByRole('row', { name: /Acme Ltd\./ }).waitFor();
  await keyboard.press('Escape');
  await expectFocus(details);
  await pressOn(page, page.getByRole('button', { name: 'Delete', exact: true }));
  await expectFocus(dialog.getByRole('button', { name: 'Cancel' }));
  await pressOn(page, dialog.getByRole('button', { name: 'Delete customer' }));
  await expectFocus(page.getByRole('grid'));
});

detail('a link to details focuses them, also on a page that was open before', async (context) => {
  const { page, impatient } = await openWorkbench(context, '/requests');
  await page.getByText('No requests yet').waitFor();
  await impatient.customers.get('00000000-0000-4000-8000-000000000000').catch(() => undefined);
  await page.keyboard.press('1');
  await pressOn(page, page.getByRole('link', { name: /request 1 of customers\.get$/ }));
  await expectFocus(page.getByRole('region', { name: 'Request', exact: true }));
});

detail('the focus stays near what disappears', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  const { keyboard } = page;
  const { id } = mock.create.customer({ name: 'Deleted by others' });
  await page.getByRole('row', { name: /Deleted by others/ }).waitFor();
  await keyboard.press('g');
  await keyboard.press('Control+End');
  await keyboard.press('Enter');
  const details = page.getByRole('region', { name: 'Record', exact: true });
  await tabTo(page, details.getByRole('textbox', { name: 'name', exact: true }));
  mock.db.customers.delete(id);
  await expectFocus(details);
  await keyboard.press('Escape');
  await expectFocus(page.getByRole('grid'));

  for (const token of ['first', 'second']) mock.tokens.issue({ permissions: ['*:read'], token });
  await keyboard.press('8');
  await expectFocus(page.getByRole('main'));
  await pressOn(page, page.getByRole('button', { name: 'Revoke second' }));
  await expectFocus(page.getByRole('button', { name: 'Copy token first' }));
  await pressOn(page, page.getByRole('button', { name: 'Revoke first' }));
  await expectFocus(page.getByRole('region', { name: 'All tokens' }));

  await keyboard.press('5');
  mock.faults.add('maintenance');
  await pressOn(page, page.getByRole('button', { name: 'Remove maintenance' }));
  await expectFocus(page.getByRole('region', { name: 'Active now' }));
  const clear = page.getByRole('button', { name: 'Remove all faults' });
  mock.faults.add('maintenance');
  await tabTo(page, page.getByRole('button', { name: 'Remove maintenance' }));
  await tabTo(page, clear, 'Shift+Tab');
  await keyboard.press('Enter');
  await page.getByText('Nothing fails.').waitFor();
  await expectFocus(clear);
});

detail('the forms of the explorer keep the focus, and lead to what is missing', async (context) => {
  const { page } = await openWorkbench(context, '/explorer/customers.create');
  const { keyboard } = page;
  await pressOn(page, page.getByRole('button', { name: 'Add entry to tax_ids' }));
  await expectFocus(page.getByRole('button', { name: 'Add entry to tax_ids' }));
  const remove = page.getByRole('button', { name: /^Remove entry \d+ of tax_ids$/ });
  await tabTo(page, remove.last(), 'Shift+Tab');
  const entries = await remove.count();
  await keyboard.press('Enter');
  await expect.poll(() => remove.count()).toBe(entries - 1);
  expect(await page.getByRole('group', { name: 'tax_ids' }).locator(':focus').count()).toBe(1);
  await page.goto(`${page.url().split('#')[0]}#/explorer/products.get`);
  const id = page.getByLabel('id required');
  await expect.poll(() => id.inputValue()).not.toBe('');
  await tabTo(page, id);
  await keyboard.press('Delete');
  await page.getByText('Give the id.').waitFor();
  expect(await page.getByText('is required').count()).toBe(0);
  await tabTo(page, page.getByRole('button', { name: 'Send' }), 'Shift+Tab');
  await keyboard.press('Enter');
  await expectFocus(id);
  await page.getByText('is required').waitFor();
});

detail('messages wait for the user, and give the focus back', async (context) => {
  const { page, mock } = await openWorkbench(context, '/policies');
  const { keyboard } = page;
  mock.policies.createdStatus = 200;
  const reset = page.getByRole('button', { name: 'Reset to defaults' });
  await page.getByText('changed', { exact: true }).waitFor();
  await pressOn(page, reset);
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await keyboard.press('F8');
  await expectFocus(page.getByRole('button', { name: 'Undo' }));
  await keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await expectFocus(reset);
});

detail('shortcuts are for users who do not type', async (context) => {
  const { page, mock } = await openWorkbench(context, '/failures');
  const { keyboard } = page;
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await tabTo(page, page.getByRole('combobox', { name: 'Operation' }));
  await keyboard.type('2?/');
  await tabTo(page, page.getByRole('switch', { name: 'maintenance' }));
  await keyboard.press('Control+3');
  await keyboard.press('Alt+3');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Failures');
  await keyboard.press('?');
  await help.getByText('Failures', { exact: true }).waitFor();
  await pressOn(page, help.getByRole('switch', { name: 'Use keys with one character' }), ' ');
  await help.getByText('Failures', { exact: true }).waitFor({ state: 'detached' });
  await help.getByText('F8', { exact: true }).waitFor();
  await keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await keyboard.press('3');
  mock.faults.add('maintenance');
  await page.locator('.bar').getByText('maintenance').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Failures');
});

detail('the panel takes the focus and gives it back, and its window does not hear what is typed', async (context) => {
  const { page } = await openAt('panel', context, '/requests');
  const { keyboard } = page;
  const panel = page.getByRole('region', { name: 'Mock workbench' });
  await expectFocus(panel.getByRole('region', { name: 'Requests' }));
  await keyboard.press('Alt+Shift+KeyM');
  await expectFocus(page.getByRole('button', { name: /^Open the mock workbench/ }));
  // An element of the app itself.
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.textContent = 'Of the app';
    document.body.prepend(button);
    button.focus();
  });
  await keyboard.press('Alt+Shift+KeyM');
  await expectFocus(panel.getByRole('region', { name: 'Requests' }));
  await keyboard.press('2');
  await expectFocus(panel.getByRole('region', { name: 'Records' }));
  await keyboard.press('Alt+Shift+KeyM');
  await expectFocus(page.getByRole('button', { name: 'Of the app' }));
  await keyboard.press('Alt+Shift+KeyM');
  await tabTo(page, panel.getByRole('button', { name: 'Open in a window of its own' }), 'Shift+Tab');
  const [popup] = await Promise.all([page.waitForEvent('popup'), keyboard.press('Enter')]);
  await popup.getByRole('row', { name: /Halm/ }).waitFor();
  await popup.keyboard.press('/');
  await popup.keyboard.type('1?');
  await expect.poll(() => popup.getByLabel('Search', { exact: true }).inputValue()).toBe('1?');
  expect(await popup.title()).toBe('Records · Mock workbench');
  await popup.close();
  await expectFocus(panel.getByRole('region', { name: 'Records' }));
});

detail('each page has a title and one main heading, and tells screen readers what the eyes see', async (context) => {
  const { page, client, impatient } = await openWorkbench(context, '/overview');
  const { keyboard } = page;
  const titles = ['Overview', 'Records', 'Requests', 'Explorer', 'Failures', 'Time', 'Policies', 'Tokens', 'Snapshots'];
  for (const [index, title] of titles.entries()) {
    await keyboard.press(String(index + 1));
    await page.waitForFunction((expected) => document.title === `${expected} · Mock workbench`, title);
    await page.getByRole('main', { name: title }).getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  }
  await keyboard.press('3');
  await client.customers.list();
  await impatient.customers.get('00000000-0000-4000-8000-000000000000').catch(() => undefined);
  const said = page.getByRole('status');
  await said.getByText('1 new error: 404 on customers.get').waitFor();
  await keyboard.press('/');
  await keyboard.type('list');
  await said.getByText('1 of 2 requests').waitFor();
  await pressOn(page, page.getByRole('grid'));
  const divider = page.getByRole('separator', { name: 'Width of the details' });
  const share = Number(await divider.getAttribute('aria-valuenow'));
  await tabTo(page, divider, 'Shift+Tab');
  await keyboard.press('ArrowLeft');
  await expect.poll(() => divider.getAttribute('aria-valuenow')).toBe(String(share + 2));
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  await expectAccessible(page);
});
