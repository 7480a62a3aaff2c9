import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { downloadedText, expectAccessible, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

story('shows requests as they arrive, with bracketed and nested keys', async (place, context) => {
  const { page, client } = await openAt(place, context, '/requests');
  await page.getByText('No requests yet').waitFor();
  const { id } = await client.products.create({
    name: 'Desk lamp',
    api_name: 'desk_lamp',
    recurrence_type: 'one_off',
    shipping: { weight: 1.4, weight_unit: 'kg' },
  });
  await page.getByRole('row', { name: /201 POST products\.create/ }).click();
  const sent = page.getByRole('group', { name: 'Body as sent' });
  expect(JSON.parse((await sent.textContent()) ?? '')).toMatchObject({ 'shipping[weight]': 1.4 });
  const nested = page.getByRole('group', { name: 'Nested body' });
  expect(JSON.parse((await nested.textContent()) ?? '')).toMatchObject({ shipping: { weight: 1.4 } });
  await page.getByRole('tab', { name: 'Response' }).click();
  await page.getByText(id).first().waitFor();
});

detail('shows the attempts of a call as one entry, unless they are separated', async (context) => {
  const { page, mock, client } = await openWorkbench(context, '/requests');
  mock.faults.add({ on: 'customers.list', times: 1, status: 503 });
  await client.customers.list();
  const row = page.getByRole('row', { name: /503 → 200 GET customers\.list .*503 injected/ });
  await row.waitFor();
  const bars = page.locator('.grid-row .time-bar');
  await expect.poll(() => bars.count()).toBe(3);
  expect(await bars.evaluateAll((all) => all.map(({ className }) => className))).toEqual([
    'time-bar bad',
    'time-bar wait',
    'time-bar good',
  ]);
  for (const bar of await bars.all()) expect((await bar.boundingBox())?.width).toBeGreaterThan(2);
  await row.click();
  const attempts = page.getByRole('region', { name: 'Attempts of one call' });
  const lines = attempts.getByRole('listitem');
  await expect.poll(() => lines.count()).toBe(3);
  expect(await lines.allTextContents()).toEqual([
    expect.stringMatching(/^Attempt 1503 injected/),
    expect.stringMatching(/^waited \d/),
    expect.stringMatching(/^Attempt 2200/),
  ]);
  expect(await attempts.getByRole('link', { name: 'Attempt 2' }).getAttribute('aria-current')).toBe('page');
  // The fault applied to the call.
  expect(await page.getByText('No fault applied').count()).toBe(0);
  await attempts.getByRole('link', { name: 'Attempt 1' }).click();
  await page.getByText('Injected fault: status 503', { exact: true }).waitFor();
  expect(await page.locator('.grid-row[aria-selected=true]').count()).toBe(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Group attempts' }).click();
  await page.getByRole('row', { name: /^\S+ 503 GET customers\.list/ }).waitFor();
  await page.getByRole('row', { name: /^\S+ 200 GET customers\.list/ }).waitFor();
  expect(await attempts.count()).toBe(0);
  await page.reload();
  await page.getByRole('row', { name: /^\S+ 503 GET customers\.list/ }).waitFor();
});

detail('a failure that a retry recovered is no recent error', async (context) => {
  const { page, mock, client, impatient } = await openWorkbench(context, '/overview');
  const steps = page.getByRole('region', { name: 'Three steps to your first recovered failure' });
  await steps.getByRole('link', { name: 'try an operation here' }).waitFor();
  mock.faults.add({ on: 'customers.list', times: 1, status: 503 });
  await client.customers.list();
  mock.faults.add({ on: 'paymentTerms.list', times: 1, status: 500 });
  await impatient.paymentTerms.list().catch(() => undefined);
  const errors = page.getByRole('region', { name: 'Recent errors' });
  await steps.waitFor({ state: 'detached' });
  await errors.getByText('paymentTerms.list').waitFor();
  await errors.getByText('500 injected').waitFor();
  expect(await errors.getByRole('listitem').count()).toBe(1);
});

detail('shows times to the millisecond or relative to now, and remembers this', async (context) => {
  const { page, client } = await openWorkbench(context, '/requests');
  await client.customers.list();
  await page.getByRole('row', { name: /^\d\d:\d\d:\d\d\.\d{3} 200/ }).waitFor();
  await page.getByRole('button', { name: 'Relative times' }).click();
  await page.getByRole('row', { name: /^\d+ (s|min) ago 200/ }).waitFor();
  await page.reload();
  await page.getByRole('row', { name: /^\d+ (s|min) ago 200/ }).waitFor();
});

detail('filters the list, and keeps filter and request on reload', async (context) => {
  const { page, client, impatient } = await openWorkbench(context, '/requests');
  await client.customers.list();
  await impatient.customers.get('00000000-0000-4000-8000-000000000000').catch(() => undefined);
  await page.getByRole('row', { name: /404/ }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('customers.list');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByLabel('Filter requests').fill('');
  await page.getByLabel('Status').selectOption('4xx');
  await page.getByRole('row', { name: /404/ }).click();
  await page.reload();
  await page.getByRole('heading', { name: '/api/customers/00000000-0000-4000-8000-000000000000' }).waitFor();
  expect(await page.getByLabel('Status').inputValue()).toBe('client');
  expect(await page.getByRole('row', { name: /customers\.list/ }).count()).toBe(0);
});

detail('exports chosen calls as a test', async (context) => {
  const { page, client, mock } = await openWorkbench(context, '/requests');
  await client.customers.list();
  mock.faults.add({ on: 'paymentTerms.list', times: 1, status: 503 });
  await client.paymentTerms.list();
  const { id } = mock.db.workspaces.insert({ name: 'Other' });
  await client.withOptions({ apiToken: mock.tokens.issue({ workspace: id }) }).customers.list();
  await page.getByRole('row', { name: /503 → 200/ }).waitFor();
  await page
    .getByRole('row', { name: /customers\.list/ })
    .nth(1)
    .waitFor();
  await page.getByRole('button', { name: 'Export as a test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export as a test' });
  const code = dialog.getByRole('group', { name: 'Test', exact: true });
  await expect.poll(() => code.textContent()).toContain('await client.customers.list();');
  await dialog.getByText('Calls with the token of another workspace are left out.').waitFor();
  await dialog.getByRole('checkbox', { name: /customers\.list/ }).uncheck();
  await dialog.getByText('1 call chosen').waitFor();
  expect(await code.textContent()).not.toContain('client.customers.list');
  await expectAccessible(page);
  const file = await downloadedText(page, 'Download');
  expect(file).toContain("mock.faults.add({\n    on: 'paymentTerms.list',\n    times: 1,\n    status: 503,\n  });");
  expect(file).toContain('await client.paymentTerms.list();');
  expect(file).toContain('Fjord standing desk');

  await dialog.getByRole('tab', { name: 'Playwright' }).click();
  await dialog.getByText('A page in the browser sends the calls.').waitFor();
  const spec = await downloadedText(page, 'Download');
  expect(spec).toContain("import { expect, type Page, test } from '@playwright/test';");
  expect(spec).toContain("await send(page, '/api/payment-terms', {\n    method: 'GET',\n    attempts: 2,\n  });");
  expect(spec).not.toContain('/api/customers');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

detail('pauses, exports and clears the list', async (context) => {
  const { page, client, mock } = await openWorkbench(context, '/requests');
  await client.customers.list();
  await page.getByRole('row', { name: /customers\.list/ }).waitFor();
  await page.getByRole('button', { name: 'Pause the list' }).click();
  await client.paymentTerms.list();
  const har = JSON.parse(await downloadedText(page, 'Export as HAR'));
  expect(har.log.entries).toHaveLength(2);
  expect(await page.getByRole('row', { name: /paymentTerms\.list/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Resume the list' }).click();
  await page.getByRole('row', { name: /paymentTerms\.list/ }).waitFor();
  await page.getByRole('button', { name: /^Clear/ }).click();
  await page.getByText('No requests yet').waitFor();
  expect(mock.journal.size).toBe(0);
});

detail('has no barriers in the list, the details and the comparison', async (context) => {
  const { page, client } = await openWorkbench(context, '/requests');
  await expectAccessible(page);
  await client.customers.list();
  await client.customers.list();
  await page
    .getByRole('row', { name: /customers\.list/ })
    .nth(1)
    .waitFor();
  await page
    .getByRole('row', { name: /customers\.list/ })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Headers' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Compare/ }).click();
  await page.getByRole('heading', { name: 'Compare requests' }).waitFor();
  await expectAccessible(page);
});
