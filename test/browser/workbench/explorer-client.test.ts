import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { expectAccessible, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

story('sends with the client, which retries an armed failure', async (place, context) => {
  const { page, mock } = await openAt(place, context, '/explorer/prices.update');
  await expect.poll(() => page.getByLabel('id required').inputValue()).toMatch(/^[\da-f-]{36}$/);
  const failures = page.getByRole('group', { name: 'Failures of this operation' });
  await failures.getByRole('button', { name: 'Fail the next call' }).click();
  await failures.getByText('503 armed, 1 left').waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const steps = page.getByRole('region', { name: 'Call of the client' }).getByRole('listitem');
  await expect
    .poll(() => steps.allTextContents())
    .toEqual([expect.stringMatching(/^503/), expect.stringMatching(/^waited/), expect.stringMatching(/^200/)]);
  await page.getByText('matches the contract').waitFor();
  await failures.getByText('armed').waitFor({ state: 'detached' });
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show in Requests' }).click();
  await page.getByRole('region', { name: 'Attempts of one call' }).waitFor();
  const sent = await mock.journal.list('prices.update');
  expect(sent.map(({ response }) => response.status)).toEqual([503, 200]);
});

detail('shows the class of an error of the client, and its fields', async (context) => {
  const { page, mock } = await openWorkbench(context, '/explorer/customers.get');
  await page.getByLabel('id required').fill('00000000-0000-4000-8000-000000000000');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  const call = page.getByRole('region', { name: 'Call of the client' });
  await call.getByText('NotFoundError').waitFor();
  const body = page.getByRole('group', { name: 'Response body' });
  expect(JSON.parse((await body.textContent()) ?? '')).toMatchObject({ name: 'NotFoundError', status: 404 });
  // Without a limit: the browser itself sends a request again if its connection breaks.
  mock.faults.add({ on: 'customers.get', fault: 'drop-connection' });
  await send.click();
  await expect
    .poll(() => call.getByRole('listitem').allTextContents())
    .toEqual([
      'ConnectionError',
      expect.stringMatching(/^waited/),
      'ConnectionError',
      expect.stringMatching(/^waited/),
      'ConnectionError',
    ]);
  await expectAccessible(page);
});

detail('says why the client does not repeat a POST, and sends without the client', async (context) => {
  const { page, mock } = await openWorkbench(context, '/explorer/customers.create');
  await expect.poll(() => page.getByLabel('name required', { exact: true }).inputValue()).not.toBe('');
  mock.faults.add({ on: 'customers.create', status: 503 });
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  const reason = page.getByText('The client does not repeat a POST, because the record may exist already.');
  await reason.waitFor();
  await page.getByRole('link', { name: 'Show in Requests' }).click();
  await page.getByRole('region', { name: 'Request', exact: true }).getByText('does not repeat a POST').waitFor();
  await page.goBack();
  await page.getByRole('switch', { name: 'Send with the client' }).uncheck();
  await send.click();
  await reason.waitFor({ state: 'detached' });
  await page.getByRole('group', { name: 'Reason of the failure' }).getByText('Injected fault: status 503').waitFor();
  expect(await page.getByRole('region', { name: 'Call of the client' }).count()).toBe(0);
});

detail('shows what the client logs about an invalid body', async (context) => {
  const { page, mock } = await openWorkbench(context, '/explorer/customers.create');
  await expect.poll(() => page.getByLabel('name required', { exact: true }).inputValue()).not.toBe('');
  await page.getByRole('button', { name: 'As JSON' }).click();
  await page.getByLabel('JSON', { exact: true }).fill('{ "type": "robot" }');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const call = page.getByRole('region', { name: 'Call of the client' });
  await call.getByText('ValidationError').first().waitFor();
  await call.locator('.client-warnings').getByText('"company", "individual"').waitFor();
  expect(mock.journal.last('customers.create').response.status).toBe(400);
});
