import { describe, expect, test } from 'vitest';
import { detail } from '../sample.ts';
import { addDirectly, create, names, openOne, restart, startPersisted } from './actions.ts';
import { openBrowser, openPage, serveSite } from './site.ts';

declare global {
  interface Window {
    suite: readonly string[];
    runTest(name: string): Promise<string | undefined>;
  }
}

const notStored = '[masterdata-sdk] The data of the mock is not stored from now on, and will be lost with the page: ';

describe('the store in IndexedDB', () => {
  detail('passes the tests of every store', async (context) => {
    const { url } = await serveSite('persistence');
    const { page } = await openPage(await openBrowser(context), url);
    const tests = await page.evaluate(() => window.suite);
    expect(tests.length).toBeGreaterThan(10);
    const failures: Record<string, string> = {};
    for (const name of tests) {
      const failure = await page.evaluate((given) => window.runTest(given), name);
      if (failure !== undefined) failures[name] = failure;
    }
    expect(failures).toEqual({});
  });
});

describe('stored data', () => {
  detail('survives a reload, with records, tokens, ids, policies and faults', async (context) => {
    const { page, complaints } = await openOne(context);
    await startPersisted(page);
    const seeded = await names(page);
    await addDirectly(page, 'By hand');
    const token = await page.evaluate(() => {
      window.mock.policies.createdStatus = 200;
      window.mock.faults.add({ on: 'products.get', status: 503 });
      return window.mock.tokens.issue({ permissions: ['customers:read'] });
    });
    const { id } = await create(page, 'By the API');
    await page.evaluate(() => void window.mock.snapshots.save('before'));
    await create(page, 'After the snapshot');
    await restart(page);
    expect(await names(page)).toContain('After the snapshot');
    await page.evaluate(() => window.mock.snapshots.restore('before'));

    expect(await names(page)).toEqual([...seeded, 'By hand', 'By the API']);
    expect(await page.evaluate((given) => window.client.customers.list({}, { apiToken: given }), token)).toHaveLength(
      seeded.length + 2,
    );
    expect(await page.evaluate(() => [window.mock.policies.createdStatus, window.mock.faults.list().length])).toEqual([
      200, 1,
    ]);
    expect((await create(page, 'Another')).id).not.toBe(id);
    expect(complaints).toEqual([]);
  });

  detail('contains the change of a call before its response arrives', async (context) => {
    const { page } = await openOne(context);
    await startPersisted(page);
    await create(page, 'The first');
    const order = await page.evaluate(async () => {
      const events: string[] = [];
      const release = await window.holdStore();
      const call = window.client.customers.create({ name: 'The second', type: 'company' });
      const responded = call.then(() => events.push('responded'));
      await new Promise((resolve) => setTimeout(resolve, 300));
      events.push('released');
      release();
      await responded;
      return events;
    });
    expect(order).toEqual(['released', 'responded']);
  });

  detail('contains one entry more after a call, no matter how many records there are', async (context) => {
    const { page } = await openOne(context);
    await startPersisted(page);
    const before = await page.evaluate(() => window.stored());
    await create(page, 'New');
    const after = await page.evaluate(() => window.stored());
    const isIn = (entries: typeof before) => new Set(entries.map((entry) => JSON.stringify(entry)));
    const known = isIn(before);
    const changed = after.filter((entry) => !known.has(JSON.stringify(entry)));
    expect(changed.map(({ collection, key }) => (collection === 'settings' ? key : collection)).sort()).toEqual([
      'customers',
      'ids',
    ]);
  });

  detail('does not exist without `persist`', async (context) => {
    const { page } = await openOne(context);
    await page.evaluate(() => window.start());
    const seeded = await names(page);
    await create(page, 'Gone');
    await page.reload();
    await page.evaluate(() => window.start());
    expect(await names(page)).toEqual(seeded);
  });

  detail('of mocks with different names or tokens is separate', async (context) => {
    const { page, complaints } = await openOne(context);
    await startPersisted(page, 'shop');
    await create(page, 'Of the shop');
    await restart(page, 'office');
    expect(await names(page)).not.toContain('Of the shop');
    await page.reload();
    await page.evaluate(() => window.start({ persist: 'shop', mock: { token: 'another' } }));
    expect(await names(page)).not.toContain('Of the shop');
    await create(page, 'Of the other app');
    await restart(page, 'shop');
    expect(await names(page)).toContain('Of the shop');
    expect(await names(page)).not.toContain('Of the other app');
    expect(complaints).toEqual([]);
  });

  detail('survives a restart of the service worker, which continues to respond', async (context) => {
    const { page, browser, complaints } = await openOne(context);
    await startPersisted(page);
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

  detail('survives the service worker', async (context) => {
    const { page } = await openOne(context);
    await startPersisted(page);
    await create(page, 'Before');
    await page.evaluate(async () => {
      for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
    });
    await restart(page);
    expect(await names(page)).toContain('Before');
  });

  detail('is the seed after reset()', async (context) => {
    const { page } = await openOne(context);
    await startPersisted(page);
    const seeded = await names(page);
    await create(page, 'Gone');
    await page.evaluate(() => window.worker.reset());
    expect(await names(page)).toEqual(seeded);
    await restart(page);
    expect(await names(page)).toEqual(seeded);
  });

  detail('stays after a change of the seed, and a warning says how to use the seed', async (context) => {
    const { page, complaints } = await openOne(context);
    await startPersisted(page);
    const seeded = await names(page);
    await create(page, 'Stored');
    const record = { collection: 'settings', key: 'seed', value: 1, position: 0 } as const;
    await page.evaluate((given) => window.store(given), record);
    await restart(page);
    await expect.poll(() => complaints).toEqual([expect.stringContaining('call await worker.reset()')]);
    expect(await names(page)).toEqual([...seeded, 'Stored']);

    await page.evaluate(() => window.worker.reset());
    await restart(page);
    expect(await names(page)).toEqual(seeded);
    expect(complaints).toHaveLength(1);
  });
});

describe('stored data that cannot be used', () => {
  test.for([
    ['of a newer version', 'version', 99, /must have version \d or older, received version 99/],
    ['that is corrupt', 'ids', 'x', /ids: must be a whole number/],
  ] as const)('%s is left untouched until reset()', async ([, key, value, reason], context) => {
    const { page, complaints } = await openOne(context);
    await startPersisted(page);
    const seeded = await names(page);
    await create(page, 'Stored');
    await page.evaluate((record) => window.store(record), { collection: 'settings', key, value, position: 0 } as const);
    const before = await page.evaluate(() => window.stored());
    // The page that is open when the data changes warns, and the page that loads it.
    await expect.poll(() => complaints).toEqual([expect.stringMatching(reason)]);
    await restart(page);
    await expect.poll(() => complaints).toEqual([expect.stringMatching(reason), expect.stringMatching(reason)]);
    for (const complaint of complaints) expect(complaint).toContain(notStored);
    expect(await names(page)).toEqual(seeded);
    await create(page, 'Not stored');
    expect(await page.evaluate(() => window.stored())).toEqual(before);

    await page.evaluate(() => window.worker.reset());
    await create(page, 'Stored again');
    await restart(page);
    expect(await names(page)).toEqual([...seeded, 'Stored again']);
    expect(complaints).toHaveLength(2);
  });
});

describe('without a working IndexedDB', () => {
  detail('the mock works and warns once if it is missing', async (context) => {
    const { page, complaints } = await openOne(context, (browser) =>
      browser.addInitScript(() => Reflect.deleteProperty(window, 'indexedDB')),
    );
    await startPersisted(page);
    await create(page, 'First');
    await create(page, 'Second');
    await page.evaluate(() => window.worker.reset());
    await create(page, 'Third');
    expect(await names(page)).toContain('Third');
    await expect.poll(() => complaints[0]).toContain(notStored);
    expect(new Set(complaints)).toHaveLength(1);
  });

  detail('the mock works and warns once if it is full', async (context) => {
    const { page, complaints, browser, url } = await openOne(context);
    const protocol = await browser.newCDPSession(page);
    await protocol.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 1_000_000 });
    await startPersisted(page);
    await create(page, 'Stored');
    expect(complaints).toEqual([]);
    await addDirectly(page, 'x'.repeat(2_000_000));
    await create(page, 'First');
    await addDirectly(page, 'Second');
    await create(page, 'Third');
    expect(await names(page)).toEqual(expect.arrayContaining(['Stored', 'First', 'Second', 'Third']));
    await expect.poll(() => complaints).toEqual([expect.stringContaining(notStored)]);
    await restart(page);
    expect(await names(page)).toContain('Stored');
    expect(await names(page)).not.toContain('First');
  });

  detail('the mock works and warns once if the data is deleted meanwhile', async (context) => {
    const { page, complaints } = await openOne(context);
    await startPersisted(page);
    await create(page, 'First');
    await page.evaluate(() => window.deleteStored());
    await create(page, 'Second');
    await create(page, 'Third');
    expect(await names(page)).toEqual(expect.arrayContaining(['First', 'Second', 'Third']));
    await expect.poll(() => complaints).toEqual([`${notStored}the stored data was deleted`]);
  });
});
