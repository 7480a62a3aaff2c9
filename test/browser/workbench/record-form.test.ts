import { expect, test } from 'vitest';
import { detail } from '../../sample.ts';
import { openWorkbench } from './open-workbench.ts';

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
