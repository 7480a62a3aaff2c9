/** Checks of the apps of the recipes. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Project } from './project.ts';

/** Adds a customer in a page that lists them. */
export async function addCustomer(page: Page): Promise<void> {
  const added = page.locator('li').filter({ hasText: 'Acme' });
  // A click before the framework has attached its listeners has no effect.
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Add' }).click();
      return added.count();
    })
    .toBeGreaterThan(0);
}

/**
 * Expects that the code of a page calls the service, and has neither the token nor the mock nor the worker script.
 *
 * @param built The folder of the build that browsers load files from.
 * @param secrets Texts that only the server knows.
 */
export function expectClean({ folder }: Project, built: string, ...secrets: readonly string[]): void {
  const files = globSync(`${built}/**/*.js`, { cwd: folder });
  const code = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const markers = ['/masterdata', 'InvalidRecordError', 'onUnhandledFrame', ...secrets];
  expect(markers.filter((marker) => code.includes(marker))).toEqual(['/masterdata']);
  expect(files.filter((file) => file.includes('mockServiceWorker'))).toEqual([]);
}
