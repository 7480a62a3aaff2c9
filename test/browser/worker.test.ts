import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { msw } from 'msw/vite';
import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createViteServer } from 'vitest/node';
import { initWorker } from '../../mocks/cli/init-worker.ts';
import { openBrowser, openPage, serveSite } from './site.ts';

const names = (page: Page) => page.evaluate(() => window.customers());
const create = (page: Page, name: string) =>
  page.evaluate((given) => window.client.customers.create({ name: given, type: 'company' }), name);
const startKeeping = (page: Page, persist: boolean | string = true) =>
  page.evaluate((given) => window.start({ persist: given }), persist);
const restart = async (page: Page, persist: boolean | string = true) => {
  await page.reload();
  await startKeeping(page, persist);
};

const stored = (page: Page) => page.evaluate(() => window.stored());

// The default of 1 s is too short on a busy machine.
const patience = { timeout: 60_000 };

describe('the worker', () => {
  test('answers the calls of a page with the mock, at the origin of the page', async (context) => {
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

  test('lets no request below /api/ through to the network', async (context) => {
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

  test('leaves every other request as it is', async (context) => {
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

  test('started again, does nothing more; stopped, answers no more', async (context) => {
    const { url } = await serveSite();
    const { page, complaints } = await openPage(await openBrowser(context), url);
    await page.evaluate(() => window.start({ persist: true }));
    await page.evaluate(() => Promise.all([window.worker.start(), window.worker.start()]));
    await create(page, 'Kept');
    await page.evaluate(() => window.worker.stop());
    expect(await page.evaluate(async () => (await fetch('/api/customers')).headers.get('content-type'))).toBe(
      'text/javascript',
    );
    expect(await stored(page)).toMatchObject({ version: 1 });
    expect(complaints).toEqual([]);
  });

  test('can be set up again in one page, as hot reloading does', async (context) => {
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

  test('can be started again after a failed start', async (context) => {
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

  test('answers also where there are no service workers, as at an origin that is not secure', async (context) => {
    const { url, seen } = await serveSite();
    const browser = await openBrowser(context);
    await browser.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
    const { page } = await openPage(browser, url);
    await startKeeping(page);
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
  ] as const)('at %s, starting fails and says what to do', async ([path, found], context) => {
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

  test('init copies the one of the msw that is installed, into a folder that it makes', async () => {
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
  test('serves the worker script', async (context) => {
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

describe('data that is kept', () => {
  test('outlives a reload, whoever wrote it, and ids go on', async (context) => {
    const { url } = await serveSite();
    const { page, complaints } = await openPage(await openBrowser(context), url);
    await startKeeping(page);
    const seeded = await names(page);
    const token = await page.evaluate(() => {
      window.mock.db.customers.insert({ name: 'By hand', type: 'company' });
      return window.mock.tokens.issue({ permissions: ['customers:read'] });
    });
    const { id } = await create(page, 'By the API');
    await restart(page);

    expect(await names(page)).toEqual([...seeded, 'By hand', 'By the API']);
    expect(await page.evaluate((given) => window.client.customers.list({}, { apiToken: given }), token)).toHaveLength(
      seeded.length + 2,
    );
    expect((await create(page, 'Another')).id).not.toBe(id);
    expect(complaints).toEqual([]);
  });

  test('is stored before the call that changed it is answered', async (context) => {
    const { url } = await serveSite();
    const { page } = await openPage(await openBrowser(context), url);
    await startKeeping(page);
    await create(page, 'The first');
    const order = await page.evaluate(async () => {
      const events: string[] = [];
      const release = await window.holdStore();
      const call = window.client.customers.create({ name: 'The second', type: 'company' });
      const answered = call.then(() => events.push('answered'));
      await new Promise((resolve) => setTimeout(resolve, 300));
      events.push('released');
      release();
      await answered;
      return events;
    });
    expect(order).toEqual(['released', 'answered']);
  });

  test('is gone without `persist`', async (context) => {
    const { url } = await serveSite();
    const { page } = await openPage(await openBrowser(context), url);
    await page.evaluate(() => window.start());
    const seeded = await names(page);
    await create(page, 'Gone');
    await page.reload();
    await page.evaluate(() => window.start());
    expect(await names(page)).toEqual(seeded);
  });

  test('is kept apart by name', async (context) => {
    const { url } = await serveSite();
    const { page } = await openPage(await openBrowser(context), url);
    await startKeeping(page, 'shop');
    await create(page, 'Of the shop');
    await restart(page, 'office');
    expect(await names(page)).not.toContain('Of the shop');
    await restart(page, 'shop');
    expect(await names(page)).toContain('Of the shop');
  });

  test('outlives a restart of the service worker, which goes on answering', async (context) => {
    const { url } = await serveSite();
    const browser = await openBrowser(context);
    const { page, complaints } = await openPage(browser, url);
    await startKeeping(page);
    await create(page, 'Before');
    const protocol = await browser.newCDPSession(page);
    await protocol.send('ServiceWorker.enable');
    await protocol.send('ServiceWorker.stopAllWorkers');
    expect(await names(page)).toContain('Before');
    await create(page, 'After');
    await restart(page);
    expect(await names(page)).toEqual(expect.arrayContaining(['Before', 'After']));
    expect(complaints).toEqual([]);
  });

  test('outlives that the service worker is unregistered', async (context) => {
    const { url } = await serveSite();
    const { page } = await openPage(await openBrowser(context), url);
    await startKeeping(page);
    await create(page, 'Before');
    await page.evaluate(async () => {
      for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
    });
    await restart(page);
    expect(await names(page)).toContain('Before');
  });

  test('is gone after reset(), and the mock is back at its seed', async (context) => {
    const { url } = await serveSite();
    const { page } = await openPage(await openBrowser(context), url);
    await startKeeping(page);
    const seeded = await names(page);
    await create(page, 'Gone');
    expect(await stored(page)).toMatchObject({ version: 1 });
    await page.evaluate(() => window.worker.reset());
    expect(await names(page)).toEqual(seeded);
    expect(await stored(page)).toBeUndefined();
    await restart(page);
    expect(await names(page)).toEqual(seeded);
  });

  test.for([
    ['a text', 'x', /snapshot: must be an object, received "x"$/],
    ['another version', { version: 0 }, /snapshot\.version: must be 1, received 0/],
    [
      'no tables',
      { version: 1, ids: 1, token: 'x', workspace: 'x', tokens: {} },
      /snapshot\.tables: must be an object/,
    ],
  ] as const)('that is damaged (%s) is reported and dropped', async ([, damage, reason], context) => {
    const { url } = await serveSite();
    const { page, complaints } = await openPage(await openBrowser(context), url);
    await page.evaluate((given) => window.store(given), damage);
    await startKeeping(page);
    expect(complaints).toEqual([
      expect.stringMatching(/^\[masterdata-sdk\] the stored data of "default" cannot be used and was deleted: /),
    ]);
    expect(complaints[0]).toMatch(reason);
    expect(await stored(page)).toBeUndefined();
    expect(await names(page)).toContain('Halm & Söhne GmbH');
    await create(page, 'Kept again');
    await restart(page);
    expect(await names(page)).toContain('Kept again');
    expect(complaints).toHaveLength(1);
  });

  test('is dropped where it would not let in the token that the mock has now', async (context) => {
    const { url } = await serveSite();
    const { page, complaints } = await openPage(await openBrowser(context), url);
    await startKeeping(page);
    await create(page, 'Gone');
    await page.reload();
    await page.evaluate(() => window.start({ persist: true, mock: { token: 'another' } }));
    expect(complaints).toEqual([expect.stringMatching(/deleted: it belongs to a mock with another token$/)]);
    expect(await names(page)).not.toContain('Gone');
  });
});

describe('two tabs', () => {
  async function openTwo(context: Parameters<typeof openBrowser>[0], persist: boolean) {
    const { url } = await serveSite();
    const browser = await openBrowser(context);
    const [a, b] = [await openPage(browser, url), await openPage(browser, url)];
    await startKeeping(a.page, persist);
    await startKeeping(b.page, persist);
    return { a: a.page, b: b.page, complaints: [a.complaints, b.complaints] };
  }

  test('share what is kept', async (context) => {
    const { a, b, complaints } = await openTwo(context, true);
    await create(a, 'From a');
    await vi.waitFor(async () => expect(await names(b)).toContain('From a'), patience);
    await create(b, 'From b');
    await vi.waitFor(
      async () => expect(await names(a)).toEqual(expect.arrayContaining(['From a', 'From b'])),
      patience,
    );
    await a.close();
    await restart(b);
    expect(await names(b)).toEqual(expect.arrayContaining(['From a', 'From b']));
    expect(complaints).toEqual([[], []]);
  });

  test('share the last change of one that is closed', async (context) => {
    const { a, b } = await openTwo(context, true);
    await create(a, 'The last');
    await a.close({ runBeforeUnload: true });
    await vi.waitFor(async () => expect(await names(b)).toContain('The last'), patience);
  });

  test('that write at once agree on one of the two states', async (context) => {
    const { a, b } = await openTwo(context, true);
    const seeded = await names(a);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([create(a, 'From a'), create(b, 'From b')]);
      await vi.waitFor(async () => {
        const states = await Promise.all(
          [a, b].map((page) => page.evaluate(() => JSON.stringify(window.mock.snapshot({ tokens: true })))),
        );
        expect(states[0]).toBe(states[1]);
        expect(JSON.stringify(await stored(a))).toBe(states[0]);
      }, patience);
    }
    expect((await names(a)).length).toBeGreaterThan(seeded.length);
  });

  test('overwrite what another has written with a change that was made after', async (context) => {
    const { a, b } = await openTwo(context, true);
    await create(a, 'From a');
    await vi.waitFor(async () => expect(await names(b)).toContain('From a'), patience);
    await b.evaluate(async () => {
      // What a has written is still being read when b writes.
      const release = await window.holdStore();
      new BroadcastChannel('masterdata-mock:default').postMessage('written');
      await new Promise((resolve) => setTimeout(resolve, 100));
      const call = window.client.customers.create({ name: 'From b', type: 'company' });
      const answered = call.then(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 300));
      release();
      await answered;
    });
    expect(await names(b)).toContain('From b');
    await vi.waitFor(async () => expect(await names(a)).toContain('From b'), patience);
  });

  test('are reset together', async (context) => {
    const { a, b } = await openTwo(context, true);
    const seeded = await names(a);
    await create(a, 'Gone');
    await vi.waitFor(async () => expect(await names(b)).toContain('Gone'), patience);
    await b.evaluate(() => window.worker.reset());
    await vi.waitFor(async () => expect(await names(a)).toEqual(seeded), patience);
    await restart(a);
    expect(await names(a)).toEqual(seeded);
  });

  test('share nothing without `persist`', async (context) => {
    const { a, b } = await openTwo(context, false);
    await create(a, 'Of a alone');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await names(b)).not.toContain('Of a alone');
    expect(await names(a)).toContain('Of a alone');
  });
});
