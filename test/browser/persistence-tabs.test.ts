import type { Page } from 'playwright-core';
import { describe, expect, type TestContext, vi } from 'vitest';
import { detail } from '../sample.ts';
import { addDirectly, create, names, openOne, restart, startPersisted } from './actions.ts';
import { openPage } from './site.ts';

// The default of `vi.waitFor` is 1 s, which is too short on a busy machine.
const patience = { timeout: 60_000 };

async function openTwo(context: TestContext, persist = true) {
  const { browser, url, page: a, complaints } = await openOne(context);
  const { page: b, complaints: ofB } = await openPage(browser, url);
  await startPersisted(a, persist);
  await startPersisted(b, persist);
  return { a, b, complaints: [complaints, ofB] };
}

describe('two tabs', () => {
  detail('lose no record and no id if they write at once, thirty times', async (context) => {
    const { a, b, complaints } = await openTwo(context);
    const seeded = await names(a);
    const created: string[] = [];
    const ids = new Set<string>();
    for (let round = 0; round < 30; round += 1) {
      const [ofA, ofB] = await Promise.all([create(a, `a ${round}`), create(b, `b ${round}`)]);
      created.push(ofA.name, ofB.name);
      ids.add(ofA.id).add(ofB.id);
    }
    expect(ids.size).toBe(60);
    for (const page of [a, b]) {
      await vi.waitFor(async () => expect((await names(page)).length).toBe(seeded.length + 60), patience);
      expect(new Set(await names(page))).toEqual(new Set([...seeded, ...created]));
      expect(await page.evaluate(() => new Set(window.mock.db.customers.list().map(({ id }) => id)).size)).toBe(
        seeded.length + 60,
      );
    }
    await restart(a);
    expect(new Set(await names(a))).toEqual(new Set([...seeded, ...created]));
    expect(complaints).toEqual([[], []]);
  });

  detail('draw different ids for direct writes at once', async (context) => {
    const { a, b, complaints } = await openTwo(context);
    const seeded = await names(a);
    const ids = await Promise.all(
      [a, b].map((page) =>
        page.evaluate(async () => {
          const created = window.mock.create.customer.list(20).map(({ id }) => id);
          await window.mock.flush();
          return created;
        }),
      ),
    );
    expect(new Set(ids.flat()).size).toBe(40);
    for (const page of [a, b]) {
      await vi.waitFor(async () => expect(await names(page)).toHaveLength(seeded.length + 40), patience);
    }
    await restart(a);
    expect(await names(a)).toHaveLength(seeded.length + 40);
    expect(complaints).toEqual([[], []]);
  });

  detail('show the changes of each other: records, deletions, policies and faults', async (context) => {
    const { a, b, complaints } = await openTwo(context);
    await create(a, 'From a');
    await vi.waitFor(async () => expect(await names(b)).toContain('From a'), patience);
    const id = await addDirectly(b, 'From b');
    await vi.waitFor(
      async () => expect(await names(a)).toEqual(expect.arrayContaining(['From a', 'From b'])),
      patience,
    );
    await a.evaluate((given) => window.mock.db.customers.delete(given), id);
    await vi.waitFor(async () => expect(await names(b)).not.toContain('From b'), patience);
    await b.evaluate(() => {
      window.mock.policies.createdStatus = 200;
      window.mock.faults.add({ on: 'customers.list', status: 503, times: 1 });
    });
    await vi.waitFor(async () => {
      expect(await a.evaluate(() => [window.mock.policies.createdStatus, window.mock.faults.list().length])).toEqual([
        200, 1,
      ]);
    }, patience);
    expect(complaints).toEqual([[], []]);
  });

  detail('see a change of the other tab in the next call that writes', async (context) => {
    const { a, b } = await openTwo(context);
    // The name of an API is unique, so the second call has to see the first.
    const createCatalog = (page: Page) =>
      page.evaluate(() => window.reasonOf(window.client.catalogs.create({ name: 'Spring', api_name: 'spring' })));
    for (let round = 0; round < 5; round += 1) {
      const reasons = await Promise.all([createCatalog(a), createCatalog(b)]);
      expect(reasons.filter((reason) => reason === 'nothing')).toHaveLength(round === 0 ? 1 : 0);
    }
  });

  detail(
    'undo the later of two direct writes that contradict each other, so that the data can be loaded',
    async (context) => {
      const { a, b, complaints } = await openTwo(context);
      const kept: boolean[] = [];
      for (let round = 0; round < 5; round += 1) {
        const id = await addDirectly(a, `Customer ${round}`);
        await vi.waitFor(async () => expect(await names(b)).toContain(`Customer ${round}`), patience);
        // Neither tab can store its write before the other has made its own.
        await a.evaluate(async () => Object.assign(window, { release: await window.holdStore() }));
        await a.evaluate((given) => window.mock.db.customers.delete(given), id);
        await b.evaluate((given) => void window.mock.create.address({ customer_id: given }), id);
        await a.evaluate(() => (window as unknown as { release(): void }).release());
        await Promise.all([a, b].map((page) => page.evaluate(() => window.mock.flush())));
        await vi.waitFor(async () => expect(await names(a)).toEqual(await names(b)), patience);
        kept.push((await names(a)).includes(`Customer ${round}`));
      }
      const before = await names(a);
      await restart(a);
      await restart(b);
      expect(await names(a)).toEqual(before);
      expect(await names(b)).toEqual(before);
      // A tab warns of its own write. The deletion is undone if the address came first.
      await expect.poll(() => complaints.flat()).toHaveLength(kept.length);
      const undone = '[masterdata-sdk] A direct write was undone, because another tab has changed the same records: ';
      const deletions = complaints[0]?.filter((text) => text.startsWith(`${undone}customers: `));
      expect(deletions).toHaveLength(kept.filter(Boolean).length);
      const additions = complaints[1]?.filter((text) => text.startsWith(`${undone}addresses: `));
      expect(additions).toHaveLength(kept.filter((isKept) => !isKept).length);
    },
  );

  detail('do not wait for a call that a fault delays in the other tab', async (context) => {
    const { a, b } = await openTwo(context);
    await a.evaluate(() => {
      const held = window.mock.faults.hold('customers.create');
      const call = window.client.customers.create({ name: 'Held', type: 'company' }).then(() => undefined);
      Object.assign(window, { held, call });
    });
    await b.evaluate(() => window.mock.create.customer({ name: 'Not held' }));
    await vi.waitFor(async () => expect(await names(a)).toContain('Not held'), patience);
    expect(await names(b)).not.toContain('Held');
    await a.evaluate(async () => {
      const { held, call } = window as unknown as { held: { release(): void }; call: Promise<void> };
      held.release();
      await call;
    });
    await vi.waitFor(async () => expect(await names(b)).toContain('Held'), patience);
  });

  detail('share the last change of a tab that is closed', async (context) => {
    const { a, b } = await openTwo(context);
    await create(a, 'The last');
    await a.close({ runBeforeUnload: true });
    await vi.waitFor(async () => expect(await names(b)).toContain('The last'), patience);
  });

  detail('are reset together', async (context) => {
    const { a, b } = await openTwo(context);
    const seeded = await names(a);
    await create(a, 'Gone');
    await vi.waitFor(async () => expect(await names(b)).toContain('Gone'), patience);
    await b.evaluate(() => window.worker.reset());
    await vi.waitFor(async () => expect(await names(a)).toEqual(seeded), patience);
    await restart(a);
    expect(await names(a)).toEqual(seeded);
  });

  detail('share nothing without `persist`', async (context) => {
    const { a, b } = await openTwo(context, false);
    await create(a, 'Only in a');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await names(b)).not.toContain('Only in a');
    expect(await names(a)).toContain('Only in a');
  });
});
