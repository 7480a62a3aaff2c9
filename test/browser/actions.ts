/** The actions of the tests on a page of page.ts. */
import type { Page } from 'playwright-core';

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
