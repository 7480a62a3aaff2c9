import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { chromiumEndpoint, openBrowser, openPage } from '../browser/site.ts';
import { install, type Project, vitestPatience } from './project.ts';
import { serveVite } from './serve-vite.ts';

let project: Project;
beforeAll(async () => {
  project = await install('components');
});

/** The configuration of the project, with the running Chromium. */
const withEndpoint = (wsEndpoint: string) => `
  import { playwright } from '@vitest/browser-playwright';
  import config from './vitest.config.ts';
  config.test.browser.provider = playwright({ connectOptions: { wsEndpoint: ${JSON.stringify(wsEndpoint)} } });
  export default config;
`;

test('has the types of the mock, the matchers and Storybook', async () => {
  await project.run('tsc', []);
});

test("runs in Vitest's browser mode", async (context) => {
  await writeFile(join(project.folder, 'vitest.chromium.config.js'), withEndpoint(chromiumEndpoint(context)));
  const options = ['--config', 'vitest.chromium.config.js', '--reporter=json', '--outputFile=results.json'];
  await project.run('vitest', ['run', ...vitestPatience, ...options]);
  const results: object = JSON.parse(await readFile(join(project.folder, 'results.json'), 'utf8'));
  expect(results).toMatchObject({ success: true, numTotalTests: 2, numPassedTests: 2 });
});

test('shows its states in Storybook', async (context) => {
  const browser = await openBrowser(context);
  await project.run('masterdata-sdk', ['init', 'public/']);
  await project.run('storybook', ['build', '--quiet'], { env: { STORYBOOK_DISABLE_TELEMETRY: '1' } });
  const url = await serveVite(project, 'preview', '--outDir', 'storybook-static');
  const { page, complaints } = await openPage(browser, `${url}/iframe.html?id=customers--list&viewMode=story`);
  await page.getByText('Halm & Söhne GmbH').waitFor();
  const show = (story: string) => page.goto(`${url}/iframe.html?id=customers--${story}&viewMode=story`);

  await show('loading');
  await page.getByText('Loading…').waitFor();
  await show('failing');
  await page.getByRole('alert').getByText('Try again later').waitFor();
  await show('empty');
  await page.locator('#storybook-root ul:empty').waitFor({ state: 'attached' });
  expect(complaints).toEqual([]);
});
