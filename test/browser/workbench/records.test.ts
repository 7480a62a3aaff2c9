import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { expectAccessible, holdRequests, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

story('creates, edits and deletes a record', async (place, context) => {
  const { page, mock } = await openAt(place, context, '/records/customers');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create customer' });
  await dialog.getByLabel('name').fill('Acme');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Acme' }).waitFor();
  await page.getByRole('textbox', { name: 'name', exact: true }).fill('Acme Ltd.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Acme Ltd\./ }).waitFor();
  expect((await mock.db.customers.list()).at(-1)).toMatchObject({ name: 'Acme Ltd.' });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No other record refers to it.').waitFor();
  await page.getByRole('button', { name: 'Delete customer' }).click();
  await page.getByRole('row', { name: /Acme/ }).waitFor({ state: 'detached' });
  expect(await mock.db.customers.size).toBe(4);
});

detail('says what prevents a deletion and what is deleted too', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  const contact = mock.db.contacts.list()[0];
  await page.goto(`${page.url().split('#')[0]}#/records/customers/${contact?.customer_id}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('The mock will reject this').waitFor();
  const dialog = page.getByRole('dialog', { name: /cannot be deleted$/ });
  await dialog.getByRole('listitem').getByText('rows of contacts, by customer_id').waitFor();
  expect(await page.getByRole('button', { name: 'Delete customer' }).count()).toBe(0);
  await expectAccessible(page);
  // The rows that refer to it are links.
  await dialog.getByRole('link', { name: contact?.first_name ?? '' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: contact?.first_name ?? '' }).waitFor();
  const product = mock.create.product();
  await page.goto(`${page.url().split('#')[0]}#/records/products/${product.id}`);
  await page.getByRole('heading', { name: product.name }).waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('listitem').getByText('rows of prices, by product_id').waitFor();
});

detail('shows the results of the last search, if an earlier one takes longer', async (context) => {
  const { page } = await openWorkbench(context, '/records/all');
  const { release } = await holdRequests(page, '**/__mock/search?q=halm', 'GET');
  const search = page.getByLabel('Search all tables');
  const first = page.waitForRequest('**/__mock/search?q=halm');
  await search.fill('halm');
  await first;
  await search.fill('greta');
  const results = page.getByRole('main').getByRole('listitem');
  await results.getByText('Greta').first().waitFor();
  const late = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/search?q=halm'));
  release();
  await late;
  await search.press('End');
  expect(await results.getByText('Halm').count()).toBe(0);
});

detail('chooses columns, changes their widths, and remembers both for each table', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const widthOf = async (name: string) => Math.round((await header(name).boundingBox())?.width ?? 0);
  const resizeBy = async (name: string, change: number) => {
    const handle = await header(name).locator('.resize').boundingBox();
    if (!handle) throw new Error(`${name} has no handle`);
    const { x, y } = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + change, y);
    await page.mouse.up();
  };
  await page.getByRole('button', { name: 'Choose columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose columns' });
  // The grid begins with the columns that matter most.
  expect(await header('segment_id').count()).toBe(0);
  await dialog.getByRole('switch', { name: 'logo' }).check();
  await header('logo').waitFor();
  await dialog.getByRole('switch', { name: 'type' }).uncheck();
  await header('type').waitFor({ state: 'detached' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const initial = await widthOf('name');
  await resizeBy('name', 90);
  await expect.poll(() => widthOf('name')).toBe(initial + 90);
  await page.reload();
  await header('name').waitFor();
  await expect.poll(() => widthOf('name')).toBe(initial + 90);
  await header('logo').waitFor();
  expect(await header('type').count()).toBe(0);
  await header('name').locator('.resize').dblclick();
  await expect.poll(() => widthOf('name')).toBe(initial);
  await page.getByRole('link', { name: /^Catalogs/ }).click();
  await header('api_name').waitFor();
  await page.getByRole('link', { name: /^Customers/ }).click();
  await page.getByRole('button', { name: 'Choose columns' }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await header('segment_id').waitFor();
  await page.getByRole('button', { name: 'Default' }).click();
  await header('type').waitFor();
  await header('logo').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Done' }).click();
  // The workspace matters only if there are several.
  expect(await header('workspace_id').count()).toBe(0);
  mock.db.workspaces.insert({ name: 'Second' });
  await header('workspace_id').waitFor();
});

detail('shows no error if an open record is deleted by others', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/products');
  const { id } = mock.create.product({ name: 'Rack' });
  await page.goto(`${page.url().split('#')[0]}#/records/products/${id}?tab=links`);
  await page
    .getByText(/of prices$/)
    .first()
    .waitFor();
  const missing = page.waitForResponse((response) => response.url().endsWith('/references') && !response.ok());
  mock.db.products.delete(id);
  await page.getByText('This record does not exist').waitFor();
  await (await missing).finished();
  await page.getByRole('button', { name: 'Messages' }).click();
  await page.getByRole('dialog', { name: 'Messages' }).getByText('No messages').waitFor();
});

detail('undoes a deletion, with the records that were deleted too', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/products');
  const { id } = mock.create.product({ name: 'Rack' });
  const prices = mock.db.prices.list({ product_id: id });
  expect(prices.length).toBeGreaterThan(0);
  await page.getByRole('row', { name: /Rack/ }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText(`${prices.length} rows of prices, by product_id`).waitFor();
  await page.getByRole('button', { name: 'Delete product' }).click();
  await page.getByRole('row', { name: /Rack/ }).waitFor({ state: 'detached' });
  expect(mock.db.prices.list({ product_id: id })).toEqual([]);
  const messages = page.getByRole('dialog', { name: 'Messages' });
  await page.getByRole('button', { name: 'Messages' }).click();
  await messages.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('row', { name: /Rack/ }).waitFor();
  await expect.poll(() => mock.db.prices.list({ product_id: id })).toEqual(prices);
  // A change can be undone once.
  await page.getByRole('button', { name: 'Messages' }).click();
  await messages.getByText(/^Deleted/).waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

detail('scrolls 100,000 records with few elements and few loaded pages', async (context) => {
  const { page, mock } = await openWorkbench(context, '/overview', { seed: {} });
  mock.create.customer.list(100_000, (index) => ({ name: `Customer ${index}` }));
  const queries: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/db/customers/query')) queries.push(JSON.parse(request.postData() ?? '{}').offset);
  });
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /Records/ })
    .click();
  await page.getByRole('row', { name: /Customer 0 / }).waitFor();
  const grid = page.getByRole('grid', { name: 'Customers' });
  expect(await grid.getAttribute('aria-rowcount')).toBe('100001');
  await grid.focus();
  await page.keyboard.press('Control+End');
  await page.getByRole('row', { name: /Customer 99999 / }).waitFor();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Customer 999\d\d$/ }).waitFor();
  await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await page
    .getByRole('row', { name: /Customer 5000\d / })
    .first()
    .waitFor();
  expect(await page.getByRole('row').count()).toBeLessThan(80);
  expect(await page.locator('.workbench *').count()).toBeLessThan(2_500);
  // Both ends and the middle, and none of the pages between.
  expect(new Set(queries).size).toBeLessThan(8);
});

detail('has no barriers in the grid, the form, the links and the dialogs', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/products');
  await page.getByRole('row').nth(1).waitFor();
  await expectAccessible(page);
  await page.goto(`${page.url().split('#')[0]}#/records/products/${mock.db.products.list()[0]?.id}`);
  await page.getByRole('button', { name: 'Save' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Links' }).click();
  await page.getByRole('link', { name: /rows? of prices/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.goto(`${page.url().split('#')[0]}#/records/customers`);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
});
