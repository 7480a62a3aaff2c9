/** The actions of the tests on a page of page.ts. */
import type { BrowserContext, Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import { openBrowser, openPage, serveSite } from './site.ts';

/** Returns the names of the customers, by the API. */
export const names = (page: Page) => page.evaluate(() => window.customers());

/** Creates a customer by the API. */
export const create = (page: Page, name: string) =>
  page.evaluate((given) => window.client.customers.create({ name: given, type: 'company' }), name);

/** Creates the mock of a page and starts its worker, with persistence by default. */
export const startPersisted = (page: Page, persist: boolean | string = true) =>
  page.evaluate((given) => window.start({ persist: given }), persist);

/** Reloads a page and starts its worker. */
export const restart = async (page: Page, persist: boolean | string = true) => {
  await page.reload();
  await startPersisted(page, persist);
};

/** Creates a customer without a call, and returns its id. */
export const addDirectly = (page: Page, name: string) =>
  page.evaluate((given) => {
    const { id } = window.mock.db.customers.insert({ name: given, type: 'company' });
    return id;
  }, name);

/** Opens a page of page.ts in a browser with an empty profile. */
export async function openOne(context: TestContext, prepare?: (browser: BrowserContext) => Promise<unknown>) {
  const { url } = await serveSite();
  const browser = await openBrowser(context);
  await prepare?.(browser);
  return { browser, url, ...(await openPage(browser, url)) };
}
