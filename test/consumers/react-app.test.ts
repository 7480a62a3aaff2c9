import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../browser/site.ts';
import { install, type Project, vitestPatience } from './project.ts';
import { serveVite } from './serve-vite.ts';

let project: Project;
beforeAll(async () => {
  project = await install('react-app');
});

test('passes its tests in happy-dom and behind the proxies', async () => {
  await project.run('vitest', ['run', ...vitestPatience, '--reporter=json', '--outputFile=results.json']);
  const results: object = JSON.parse(await readFile(join(project.folder, 'results.json'), 'utf8'));
  expect(results).toMatchObject({ success: true, numTotalTests: 10, numPassedTests: 10 });
});

test('a production build contains neither the mock nor the worker script', async () => {
  await project.run('npm', ['run', 'build']);
  const files = globSync('dist/**/*.js', { cwd: project.folder });
  const code = (await Promise.all(files.map((file) => readFile(join(project.folder, file), 'utf8')))).join('\n');
  expect(files.filter((file) => file.includes('mockServiceWorker'))).toEqual([]);
  expect(code).toContain('/api/addresses');
  for (const marker of ['InvalidRecordError', 'onUnhandledFrame']) expect(code).not.toContain(marker);
});

test('lists, creates and edits addresses in development', async (context) => {
  const { page, complaints } = await openPage(await openBrowser(context), await serveVite(project, 'dev'));
  await page.getByRole('heading', { name: 'Halm & Söhne GmbH' }).waitFor();
  const before = await page.locator('li').count();

  await page.getByRole('button', { name: 'New address' }).click();
  await page.getByLabel('address_line1').fill('Am Markt 1');
  await page.getByLabel('city').fill('Bremen');
  await page.getByLabel('country').fill('Germany');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('must be an ISO 3166-1 alpha-2 country code').waitFor();
  await page.getByText('is required').waitFor();
  await page.getByLabel('postal_code').fill('28195');
  await page.getByLabel('country').fill('DE');
  await page.getByRole('button', { name: 'Save' }).click();
  const added = page.locator('li').filter({ hasText: 'Am Markt 1, Bremen' });
  await added.waitFor();
  expect(await page.locator('li').count()).toBe(before + 1);

  await added.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('city').fill('Verden');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Am Markt 1, Verden').waitFor();
  await page.reload();
  await page.getByText('Am Markt 1, Verden').waitFor();
  expect(complaints).toEqual([]);
});
