import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { chromiumOptions, unpackChromium } from '../chromium.ts';
import { serveUntilTestEnds } from '../serve-until-test-ends.ts';
import { documentedVersions, installed, project } from './runtime.ts';
import { expected, serve } from './service.ts';

test('Chromium runs the packed package, bundled, against a server of another origin', async (context) => {
  installed('test/chromium/node_modules/@sparticuz/chromium/bin/chromium.br', context, ['linux-x64']);
  const pages = join(project, 'pages');
  await build({
    entryPoints: [join(project, 'smoke.js')],
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: pages,
  });

  const browser = await launch();
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // Chromium logs the expected 404.
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  await page.goto(await host(pages));
  const service = await serve();
  const findings = await page.evaluate(`import('/smoke.js').then(({ smoke }) => smoke(${JSON.stringify(service)}))`);

  expect(findings).toEqual(expected);
  expect(complaints).toEqual([]);
  expect(documentedVersions('Chromium')).toContain(browser.version());
});

/** Starts Chromium until the test ends. */
async function launch() {
  const browser = await chromium.launch({ executablePath: await unpackChromium(), ...chromiumOptions });
  onTestFinished(() => browser.close());
  return browser;
}

/** Serves an empty page and the files of a directory. */
async function host(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    if (!request.url?.endsWith('.js')) {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><link rel="icon" href="data:,">');
      return;
    }
    readFile(join(folder, request.url)).then(
      (source) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(source),
      () => response.writeHead(404).end(),
    );
  });
  return serveUntilTestEnds(server);
}
