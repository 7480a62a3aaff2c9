import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { msw } from 'msw/vite';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createViteServer } from 'vitest/node';
import { initWorker } from '../../mocks/cli/init.ts';
import { detail } from '../sample.ts';
import { create, names, restart, startPersisted } from './actions.ts';
import { openBrowser, openPage, serveSite } from './site.ts';

describe('the worker', () => {
  detail('responds to the calls of a page with the mock, at the origin of the page', async (context) => {
    const { url, seen } = await serveSite();
    const { page, complaints } = await openPage(await openBrowser(context), url);
    await page.evaluate(() => window.start());
    const found = await page.evaluate(async () => {
      const { client, mock, reasonOf } = window;
      const { id } = await client.products.create({
        api_name: 'folding_workbench',
        recurrence_type: 'one_off',
        name: 'Folding workbench',
        shipping: { weight: 18.5 },
      });
      const { shipping } = await client.products.update(id, { shipping: { length: 2 } });
      return {
        shipping,
        name: (await client.products.get(id)).name,
        sent: mock.journal.last('products.update').body,
        missing: await reasonOf(client.customers.get(id)),
        invalid: await reasonOf(client.customers.create({ name: 'X', type: 'company', logo: 'no URL' })),
        unauthorized: await reasonOf(client.customers.list({}, { apiToken: 'wrong' })),
      };
    });

    expect(found).toMatchObject({
      name: 'Folding workbench',
      shipping: { weight: 18.5, length: 2 },
      sent: { shipping: { length: 2 } },
      missing: 'NotFoundError 404',
      invalid: 'ValidationError 400',
      unauthorized: 'AuthenticationError 401',
    });
    expect(seen.filter((path) => path.startsWith('/api'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  detail('does not accept the options of MSW, which start() takes', async (context) => {
    const { url } = await serveSite();
    const { page } = await openPage(await openBrowser(context), url);
    await expect(page.evaluate(() => window.start({ quiet: true } as object))).rejects.toThrow(
      'setupMockWorker: unknown option "quiet". Valid options: persist, token.',
    );
    await expect(page.evaluate(() => window.start({ token: 'my secret' }))).rejects.toThrow(
      'setupMockWorker.token: must be printable ASCII without spaces',
    );
    await expect(page.evaluate(() => window.start({ persist: '' }))).rejects.toThrow(
      'setupMockWorker.persist: must be true, false or a name, received ""',
    );
  });

  detail('lets no request below /api/ through to the network', async (context) => {
    const { url, seen } = await serveSite();
    const { page } = await openPage(await openBrowser(context), url);
    await page.evaluate(() => window.start());
    for (const path of ['/api', '/api/', '/api/unknown', '/api/unknown?x=1', '/api/customers/1/2/3']) {
      expect(
        await page.evaluate(async (given) => {
          const response = await fetch(given);
          return [response.status, await response.json()];
        }, path),
      ).toEqual([404, { success: false, error: expect.stringMatching(/^No such endpoint: GET \/api/) }]);
    }
    expect(seen.filter((path) => path.startsWith('/api'))).toEqual([]);
  });

  detail('leaves every other request unchanged', async (context) => {
    const { url } = await serveSite();
    const { page } = await openPage(await openBrowser(context), url);
    const send = () =>
      page.evaluate(async () => {
        const response = await fetch('/echo/api/customers?x=1', {
          method: 'PATCH',
          headers: { 'x-custom': 'kept' },
          body: 'sent',
        });
        const { status, headers } = response;
        return [status, headers.get('x-echo'), headers.get('x-powered-by'), await response.json()];
      });
    const before = await send();
    await page.evaluate(() => window.start());
    expect(await send()).toEqual(before);
    expect(before).toEqual([
      418,
      'yes',
      null,
      { method: 'PATCH', url: '/echo/api/customers?x=1', custom: 'kept', body: 'sent' },
    ]);
  });

  detail('starts once, and does not respond after stop()', async (context) => {
    const { url } = await serveSite();
    const { page, complaints } = await openPage(await openBrowser(context), url);
    await page.evaluate(() => window.start({ persist: true }));
    await page.evaluate(() => Promise.all([window.worker.start(), window.worker.start()]));
    await create(page, 'Kept');
    await page.evaluate(() => window.worker.stop());
    expect(await page.evaluate(async () => (await fetch('/api/customers')).headers.get('content-type'))).toBe(
      'text/javascript',
    );
    expect(await page.evaluate(async () => (await window.stored()).length)).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  detail('can be set up again in one page, like hot reloading does', async (context) => {
    const { url } = await serveSite();
    const { page, complaints } = await openPage(await openBrowser(context), url);
    await page.evaluate(() => window.start());
    const first = await page.evaluate(() => window.worker.readyState);
    await page.evaluate(() => window.start({ mock: { token: 'second-token-of-24-chars' } }));
    // Only the second mock has this token.
    expect(await names(page)).toContain('Halm & Söhne GmbH');
    await page.evaluate(() => window.start());
    expect(await names(page)).toContain('Halm & Söhne GmbH');
    expect(first).toBe(1);
    expect(complaints).toEqual([]);
  });

  detail('starts and stops one after the other, like the double effects of React do', async (context) => {
    const { url } = await serveSite();
    const { page, complaints } = await openPage(await openBrowser(context), url);
    await page.evaluate(() => Promise.all([window.start(), window.start()]));
    expect(await names(page)).toContain('Halm & Söhne GmbH');
    await page.evaluate(() => Promise.all([window.worker.stop(), window.worker.start(), window.worker.start()]));
    expect(await names(page)).toContain('Halm & Söhne GmbH');
    await page.evaluate(() => Promise.all([window.worker.stop(), window.worker.start(), window.worker.stop()]));
    expect(await page.evaluate(async () => (await fetch('/api/customers')).headers.get('content-type'))).toBe(
      'text/javascript',
    );
    expect(complaints).toEqual([]);
  });

  detail('lets no request reach the network after a hard reload', async (context) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let documents = 0;
    const { url, seen } = await serveSite('page', (path) => {
      if (path === '/') documents += 1;
      // MSW reloads the page once more. Until this response arrives, the scripts of the page run.
      return path === '/' && documents === 4 ? released : undefined;
    });
    const browser = await openBrowser(context);
    // The worker would unregister with its last page.
    const { page: other } = await openPage(browser, url);
    await other.evaluate(() => window.start());

    await browser.addInitScript(() =>
      addEventListener('DOMContentLoaded', async () => {
        const starting = window.start();
        while (window.worker.readyState !== 1) await new Promise((resolve) => setTimeout(resolve));
        await fetch(navigator.serviceWorker.controller ? '/echo?controlled' : '/echo?active');
        await starting;
        await fetch('/api/customers');
      }),
    );
    const { page, complaints } = await openPage(browser, url);
    const devTools = await browser.newCDPSession(page);
    await devTools.send('Page.reload', { ignoreCache: true });
    await expect.poll(() => seen).toContain('/echo?active');
    release();
    await page.waitForResponse((response) => response.url() === `${url}/api/customers` && response.fromServiceWorker());
    expect(seen).not.toContain('/api/customers');
    expect(complaints).toEqual([]);
  });

  detail('warns that a page is outside the scope of the worker', async (context) => {
    const { url } = await serveSite();
    const { page, complaints } = await openPage(await openBrowser(context), url);
    await page.evaluate(() => window.start({ start: { serviceWorker: { url: '/scope/mockServiceWorker.js' } } }));
    expect(complaints).toEqual([
      '[masterdata-sdk] The requests of this page reach the network, because it is outside the scope of the service ' +
        `worker, ${url}/scope/. Serve the script at the root of the site, or in the folder of the page.`,
    ]);
  });

  detail('can be started again after a failed start', async (context) => {
    const { url } = await serveSite();
    const { page } = await openPage(await openBrowser(context), url);
    const start = (script: string) =>
      page.evaluate(
        (given) => window.reasonOf(window.worker.start({ quiet: true, serviceWorker: { url: given } })),
        script,
      );
    await page.evaluate(() =>
      window.reasonOf(window.start({ persist: true, start: { serviceWorker: { url: '/nowhere/x.js' } } })),
    );
    expect(await start('/nowhere/x.js')).toContain('/nowhere/x.js');
    expect(await start('/mockServiceWorker.js')).toBe('nothing');
    expect(await names(page)).toContain('Halm & Söhne GmbH');
  });

  detail('works without service workers and Web Locks, which insecure origins lack', async (context) => {
    const { url, seen } = await serveSite();
    const browser = await openBrowser(context);
    await browser.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
      Reflect.deleteProperty(Navigator.prototype, 'locks');
    });
    const { page } = await openPage(browser, url);
    await startPersisted(page);
    await create(page, 'Kept');
    await restart(page);
    expect(await names(page)).toContain('Kept');
    expect(seen).not.toContain('/api/customers');
  });
});

describe('without a worker script', () => {
  test.for([
    ['/nowhere/mockServiceWorker.js', '404, text/javascript'],
    ['/spa/mockServiceWorker.js', '200, text/html'],
  ] as const)('at %s, start() rejects and explains what to do', async ([path, found], context) => {
    const { url } = await serveSite();
    const { page } = await openPage(await openBrowser(context), url);
    const start = () =>
      page.evaluate(
        (given) => window.reasonOf(window.start({ persist: true, start: { serviceWorker: { url: given } } })),
        path,
      );
    expect(await start()).toBe(
      `Error: There is no worker script at ${url}${path} (${found}). ` +
        "Add it to your site's files, for example with: npx masterdata-sdk init public/ " +
        "With Vite, the plugin 'msw/vite' can serve it instead. " +
        'If the script is at another address, pass it: worker.start({ serviceWorker: { url } }).',
    );
  });

  detail('init copies the script of the installed msw into a new folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'masterdata-sdk-init-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const written = await initWorker(join(folder, 'site/public'));
    expect(written).toBe(join(folder, 'site/public/mockServiceWorker.js'));
    const script = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
    expect(await readFile(written, 'utf8')).toBe(await readFile(script, 'utf8'));
    expect(await initWorker(join(folder, 'site/public'))).toBe(written);
  });
});

describe('the Vite plugin of msw', () => {
  detail('serves the worker script', async (context) => {
    const browser = await openBrowser(context);
    const server = await createViteServer({
      configFile: false,
      root: inject('pages'),
      logLevel: 'silent',
      server: { host: '127.0.0.1', port: 0, watch: null },
      optimizeDeps: { noDiscovery: true },
      plugins: [msw({ mode: 'worker-only' })],
    });
    onTestFinished(() => server.close());
    await server.listen();
    const { page } = await openPage(browser, server.resolvedUrls?.local[0] ?? '');
    await page.evaluate(() => window.start());
    expect(await names(page)).toContain('Halm & Söhne GmbH');
  });
});
