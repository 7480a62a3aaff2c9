/** All views of the workbench, with data that is hard to show. */
import type { Page } from 'playwright-core';
import { onTestFinished, type TestContext } from 'vitest';
import { listen } from '../../../mocks/http.ts';
import { createMockServer, createSandboxes, demo } from '../../../mocks/index.ts';
import { openBrowser, openPage } from '../site.ts';
import { openControlPage } from './open-workbench.ts';

/** A word that is wider than every column. */
const word = 'W'.repeat(200);

/** Goes to a place of the workbench, without loading its page again. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place);
}

/** Opens a workbench with long texts. Returns the places of its views, each with a text that it shows. */
export async function openAllViews(context: TestContext) {
  const mock = createMockServer({ seed: demo });
  const sandboxes = createSandboxes({ seed: demo });
  await sandboxes.create({ name: 'x'.repeat(63) });
  const server = await listen(mock, { sandboxes });
  onTestFinished(() => server.close());
  const { id } = mock.create.customer({ name: word });
  const headers = { authorization: `Bearer ${mock.token}`, [`x-${word}`]: word };
  await fetch(`${server.url}/api/${word}`, { headers });
  mock.faults.add({ on: 'products.update', times: 2, status: 503, body: { error: word } });
  mock.policies.rateLimit = { limit: 100, window: 60_000 };
  mock.tokens.issue({ token: word, permissions: ['*:read'] });
  mock.operations.add({ method: 'GET', path: `/api/${word}`, status: 202, data: null });
  const { page } = await openPage(await openBrowser(context), 'about:blank');
  await openControlPage(page, { controlUrl: server.controlUrl ?? '', controlToken: server.controlToken }, '/snapshots');
  await page.getByLabel('Name').fill(word.slice(0, 90));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  const views: Readonly<Record<string, string>> = {
    '/snapshots': 'All snapshots',
    '/overview': 'No such endpoint',
    '/records/customers': 'Halm',
    [`/records/customers/${id}`]: 'Delete',
    [`/records/customers/${id}?tab=links`]: 'Refers to',
    [`/records/all?search=${word.slice(0, 9)}`]: word.slice(0, 50),
    '/records/all?search=a': 'The first 50 records.',
    '/requests': 'no operation',
    '/requests/1?tab=headers': 'Response headers',
    '/requests/1?tab=code': 'curl',
    '/explorer/products.create': 'As sent',
    '/explorer/endpoints': 'Add the endpoint',
    '/failures': 'Active now',
    '/time': 'Stop the clock at',
    '/policies': 'missingTokenText',
    '/tokens': '*:read',
    '/history': 'Direct write',
    '/history/1': 'Undo this change',
    '/sandboxes': 'All sandboxes',
  };
  return { page, views };
}
