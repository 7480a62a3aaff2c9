import { expect, test } from 'vitest';
import { detail } from '../../sample.ts';
import { expectAccessible, holdRequests, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

detail('maps the records that a record refers to, also through others', async (context) => {
  const { page, mock } = await openWorkbench(context, '/overview');
  const desk = mock.db.products.find({ api_name: 'fjord_standing_desk' });
  const price = mock.db.prices.find({ product_id: desk?.id ?? '' });
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `/records/prices/${price?.id}?tab=links`);
  const branch = page.locator('section', { hasText: 'Refers to' }).getByRole('listitem').first();
  const texts = async () => (await branch.getByRole('link').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  await expect
    .poll(texts)
    .toEqual([
      'Fjord standing desk Product',
      'Fjord standing desk Product parent',
      'Office 2026 Catalog',
      'Standing desks Category',
      'Desks Category',
      'Furniture Category',
    ]);
  await branch.getByRole('link', { name: 'Office 2026 Catalog' }).click();
  await page.getByRole('heading', { name: 'Office 2026' }).waitFor();
});

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

detail('shows the names of the records that a table refers to', async (context) => {
  const { page, mock } = await openWorkbench(context, '/overview');
  const customers = Array.from({ length: 600 }, (_, index) =>
    mock.db.customers.insert({ name: `Customer ${index}`, type: 'company' }),
  );
  const customer = customers[599];
  const [address] = mock.db.addresses.list();
  if (!customer || !address) throw new Error('the seed has no address');
  mock.db.addresses.update(address.id, { customer_id: customer.id, contact_id: null });
  await page.evaluate(() => {
    location.hash = '/records/addresses';
  });
  const row = page.getByRole('row').nth(1);
  const link = row.getByRole('link', { name: customer.name });
  await link.waitFor();
  expect(await link.getAttribute('title')).toBe(customer.id);
  mock.db.customers.update(customer.id, { name: 'Renamed' });
  await row.getByRole('link', { name: 'Renamed' }).click();
  await page.getByRole('heading', { name: 'Renamed' }).waitFor();
});

detail('creates a record with one field of a group', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/products');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create product' });
  const create = dialog.getByRole('button', { name: 'Create' });
  const shipping = dialog.getByRole('group', { name: 'shipping' });
  const weight = shipping.getByLabel('weight', { exact: true });
  await weight.fill('x');
  await shipping.getByText('must be a number').waitFor();
  await weight.fill('');
  await expect.poll(() => dialog.getByText('is required').count()).toBe(0);
  await weight.fill('18.5');
  await shipping.getByRole('button', { name: 'Omit shipping' }).click();
  expect(await weight.inputValue()).toBe('');
  await weight.fill('18.5');
  const sent = page.waitForRequest((request) => request.url().endsWith('/create/products'));
  const [request] = await Promise.all([sent, create.click()]);
  expect(request.postDataJSON()).toEqual({ count: 1, fields: { shipping: { weight: 18.5 } } });
  await dialog.waitFor({ state: 'detached' });
  expect(mock.db.products.list().at(-1)?.shipping).toMatchObject({ weight: 18.5, height: null });
});

detail('keeps an edit while others change the record, and saves only the edited field', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  const { id } = mock.create.customer({ name: 'Acme', type: 'company', id_erp: '1' });
  await page.getByRole('row', { name: /Acme/ }).click();
  const name = page.getByRole('textbox', { name: 'name', exact: true });
  await name.fill('Acme Ltd.');
  mock.db.customers.update(id, { id_erp: '2' });
  await page.getByText('The record has changed meanwhile').waitFor();
  expect(await name.inputValue()).toBe('Acme Ltd.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('No changes').waitFor();
  expect(mock.db.customers.get(id)).toMatchObject({ name: 'Acme Ltd.', id_erp: '2' });
  await expect.poll(() => page.getByRole('textbox', { name: 'id_erp' }).inputValue()).toBe('2');

  await page.getByRole('tab', { name: 'JSON' }).click();
  const json = page.getByLabel('Record as JSON');
  await json.fill((await json.inputValue()).replace('Acme Ltd.', 'Acme Inc.'));
  mock.db.customers.update(id, { id_erp: '3' });
  await page.getByText('The record has changed meanwhile').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => mock.db.customers.get(id)).toMatchObject({ name: 'Acme Inc.', id_erp: '3' });
  await expect.poll(() => json.inputValue()).toContain('"id_erp": "3"');

  // Saving would replace what others have entered into the same field.
  await page.getByRole('tab', { name: 'Fields' }).click();
  await name.fill('Mine');
  mock.db.customers.update(id, { name: 'Theirs' });
  await page.getByText('The record has changed meanwhile: saving replaces the new name.').waitFor();
  mock.db.customers.update(id, { name: 'Mine', id_erp: '4' });
  await page.getByText('The record has changed meanwhile: saving keeps its other fields.').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(await name.inputValue()).toBe('Mine');
});

detail('a form that is submitted twice in a row runs once', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  const count = mock.db.customers.size;
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create customer' });
  await dialog.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await dialog.waitFor({ state: 'detached' });
  expect(mock.db.customers.size).toBe(count + 1);
});

detail("edits a record with the contract's messages, and does not save what it rejects", async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/categories');
  const [category] = mock.db.categories.list();
  await page
    .getByRole('row', { name: new RegExp(`${category?.name}`) })
    .first()
    .click();
  const apiName = page.getByRole('textbox', { name: 'api_name' });
  await apiName.fill('Not Snake Case');
  await page.getByText('must be snake_case: lower-case letters, digits and single underscores').waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  // The constraint that only the mock can check.
  await apiName.fill(mock.db.categories.list().at(-1)?.api_name ?? '');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .locator('.toast.error')
    .getByText(/api_name/)
    .waitFor();
  expect(mock.db.categories.list()[0]).toEqual(category);
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

detail('follows links both ways, and finds records by id and text', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  const [customer] = mock.db.customers.list();
  await page.getByRole('row', { name: new RegExp(customer?.name ?? '') }).click();
  await page.getByRole('tab', { name: 'Links' }).click();
  await page.getByRole('link', { name: '2 rows of contacts' }).waitFor();
  await page.getByRole('link', { name: 'Greta Lindqvist' }).click();
  await page.getByRole('heading', { name: 'Greta Lindqvist' }).waitFor();
  await page.getByRole('tab', { name: 'Links' }).click();
  await page.getByRole('link', { name: `${customer?.name} Customer` }).click();
  await page.getByRole('heading', { name: customer?.name ?? '' }).waitFor();
  await page.getByRole('link', { name: 'Search everything' }).click();
  await page.keyboard.press('/');
  await page.keyboard.type(customer?.id ?? '');
  await page
    .getByRole('listitem')
    .getByRole('link', { name: customer?.name ?? '' })
    .waitFor();
  for (let number = 1; number <= 51; number += 1) mock.create.customer({ name: `Needle ${number}` });
  await page.getByLabel('Search all tables').fill('needle');
  await page.getByText('The first 50 records. To see the others, type more of the text.').waitFor();
});

detail('opens the rows whose list has a record', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/catalogs');
  const { id } = mock.create.catalog({});
  mock.create.productParent({ name: 'Rack', catalog_ids: [id, mock.create.catalog({}).id] });
  await page.goto(`${page.url().split('#')[0]}#/records/catalogs/${id}?tab=links`);
  await page.getByRole('link', { name: '1 row of product parents' }).click();
  await page.getByRole('row', { name: /Rack/ }).waitFor();
});

detail('keeps unsaved changes while another record is open', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  const [first, second] = mock.db.customers.list();
  const open = async (customer: typeof first) => page.getByRole('row', { name: customer?.name ?? '' }).click();
  const name = page.getByRole('textbox', { name: 'name', exact: true });
  await open(first);
  await name.fill('Acme');
  await open(second);
  await expect.poll(() => name.inputValue()).toBe(second?.name);
  await page.getByText('No changes').waitFor();
  await open(first);
  await expect.poll(() => name.inputValue()).toBe('Acme');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('No changes').waitFor();
  expect(mock.db.customers.get(first?.id ?? '')).toMatchObject({ name: 'Acme' });
  await open(second);
  await page.getByRole('row', { name: 'Acme' }).click();
  await expect.poll(() => name.inputValue()).toBe('Acme');
  await page.getByText('No changes').waitFor();
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

detail('keeps what is typed into a form at once', async (context) => {
  const { page } = await openWorkbench(context, '/records/customers');
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const labels = document.querySelectorAll<HTMLLabelElement>('.record-form label');
      const field = [...labels].find(({ textContent }) => textContent?.startsWith('name'))?.control;
      if (!(field instanceof HTMLInputElement)) return;
      observer.disconnect();
      field.value = 'Typed at once';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('row', { name: /Halm/ }).click();
  await page.getByText('1 field changed').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Typed at once/ }).waitFor();
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

detail('edits the JSON of a record without known fields', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/paymentTerms');
  const term = mock.db.paymentTerms.list()[0];
  await page.goto(`${page.url().split('#')[0]}#/records/paymentTerms/${term?.id}`);
  await page.getByLabel('Record as JSON').fill(JSON.stringify({ ...term, days: 99 }));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => mock.db.paymentTerms.get(term?.id ?? '')).toMatchObject({ days: 99 });
});

detail('the form and the JSON of a record share one edit, and reject what is missing', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/billingFrequencies');
  const before = mock.db.billingFrequencies.list()[0];
  await page.goto(`${page.url().split('#')[0]}#/records/billingFrequencies/${before?.id}`);
  const unit = page.getByRole('textbox', { name: 'unit' });
  const period = page.getByRole('textbox', { name: 'period' });
  await unit.fill('decade');
  await period.fill('');
  await page.getByText('2 fields changed').waitFor();
  await page.getByRole('tab', { name: 'Links' }).click();
  await page.getByRole('tab', { name: 'JSON' }).click();
  const json = page.getByLabel('Record as JSON');
  await page.getByText('period is required').waitFor();
  await json.fill((await json.inputValue()).replace('decade', 'century'));
  await page.getByRole('tab', { name: 'Fields' }).click();
  await expect.poll(() => unit.inputValue()).toBe('century');
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Discard' }).click();
  expect([await unit.inputValue(), await period.inputValue()]).toEqual([before?.unit, String(before?.period)]);
  expect(mock.db.billingFrequencies.list()[0]).toEqual(before);

  // The mock changes the fields that it gets, so it cannot remove one.
  const term = mock.db.paymentTerms.list()[0];
  await page.goto(`${page.url().split('#')[0]}#/records/paymentTerms/${term?.id}`);
  await json.fill(JSON.stringify({ ...term, days: undefined }));
  await page.getByText('days cannot be removed. Set it to null').waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
});

detail('clears a nullable field to null, and does not save a text that is not JSON', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/prices');
  const { id } = mock.create.price({ pricing_model: 'flat', amount: 5, volume_tiers: ['a'] });
  await page.goto(`${page.url().split('#')[0]}#/records/prices/${id}`);
  await page.getByRole('textbox', { name: 'cost', exact: true }).fill('7');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => mock.db.prices.get(id)?.cost).toBe(7);
  await page.getByRole('textbox', { name: 'cost', exact: true }).fill('');
  const tier = page.getByRole('group', { name: 'volume_tiers' }).getByRole('textbox');
  await tier.fill('{"from": 1');
  await page.getByText('must be JSON').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  expect(await tier.evaluate((field: HTMLTextAreaElement) => field.validationMessage)).toBe('must be JSON');
  await tier.fill('{"from": 1}');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => mock.db.prices.get(id)).toMatchObject({ cost: null, volume_tiers: [{ from: 1 }] });
  await tier.fill('null');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => mock.db.prices.get(id)?.volume_tiers).toEqual([null]);
  await tier.fill('{"from": 1}');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => mock.db.prices.get(id)?.volume_tiers).toEqual([{ from: 1 }]);
  await page.getByText('No changes').waitFor();
  await tier.fill('{');
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(JSON.parse(await tier.inputValue())).toEqual({ from: 1 });
});

test.for(['PATCH', 'GET'])('keeps what the user types while a record is saved and read: %s', async (late, context) => {
  const { page, mock } = await openWorkbench(context, '/records/prices');
  const { id } = mock.create.price({ pricing_model: 'flat', amount: 5, cost: null });
  await page.goto(`${page.url().split('#')[0]}#/records/prices/${id}`);
  const cost = page.getByRole('textbox', { name: 'cost', exact: true });
  await cost.fill('7');
  let respond: () => void = () => undefined;
  const mayRespond = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route(/__mock\/db\/prices(?:\/|$)/, async (route) => {
    if (route.request().method() === late) await mayRespond;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save' }).click();
  if (late === 'GET') await page.getByText('Saved 1 field.').waitFor();
  await cost.fill('');
  respond();
  await page.getByText('Saved 1 field.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => mock.db.prices.get(id)?.cost).toBe(null);
  // A reading between the two saves can still arrive.
  await expect.poll(() => cost.inputValue()).toBe('');
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
