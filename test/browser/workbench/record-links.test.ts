import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { openWorkbench } from './open-workbench.ts';

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
