/** The kit leaves the fixtures of the user as they were, whatever ends a run. */
import { describe, expect, test } from 'vitest';
import { formatReport, restoreFixtures, runConformance, type SavedFixtures } from '../../mocks/conformance.ts';
import type { MockServer } from '../../mocks/index.ts';
import { detail, runs } from '../sample.ts';
import { runAll, skipWaits, start } from './helpers.ts';

skipWaits();

type Started = ReturnType<typeof start>;

/** The fixtures without the time of their last update. */
function fixturesIn({ mock, fixtures }: Started): unknown {
  const rows = [mock.db.contacts.get(fixtures.contact), mock.db.categories.get(fixtures.category)];
  return rows.map((row) => ({ ...row, updated_at: '' }));
}

const optionsOf = ({ mock, fixtures }: Started) => ({
  baseUrl: mock.baseUrl,
  token: mock.token,
  fixtures,
  allowWrites: true,
  run: 'test',
});

/** Counts the updates of fixtures, and calls a function at each request. */
function watch({ mock, fixtures }: Started, onRequest: (updates: number) => void): MockServer['fetch'] {
  let updates = 0;
  return async (input, init) => {
    const isUpdate =
      init?.method === 'PATCH' && [fixtures.contact, fixtures.category].some((id) => String(input).includes(id));
    if (isUpdate) updates += 1;
    onRequest(updates);
    return await mock.fetch(input, init);
  };
}

describe('fixtures are restored', () => {
  // Spread over the updates of fixtures in a run.
  const moments = Array.from({ length: runs(50) }, (_, index) => 1 + Math.floor((index * 22) / runs(50)));

  test.each(moments)('after an interruption at update %i', async (moment) => {
    const started = start();
    const before = fixturesIn(started);
    const controller = new AbortController();
    const fetch = watch(started, (updates) => {
      if (updates === moment) controller.abort();
    });
    const report = await runConformance({ ...optionsOf(started), fetch, signal: controller.signal });
    expect(report.outcome).toBe('interrupted');
    expect(fixturesIn(started)).toEqual(before);
    expect(report.unrestored).toEqual([]);
  });

  detail('after the limit of requests', async () => {
    const probe = start();
    let sent = 0;
    const updates: number[] = [];
    const fetch = watch(probe, (count) => {
      sent += 1;
      if (updates.length < count) updates.push(sent);
    });
    await runConformance({ ...optionsOf(probe), fetch });
    for (const at of updates.filter((_, index) => index % 10 === 0)) {
      const started = start();
      const before = fixturesIn(started);
      const report = await runConformance({ ...optionsOf(started), fetch: started.mock.fetch, maxRequests: at });
      expect(report.stopped).toBe(`all ${at} requests are used up`);
      expect(fixturesIn(started)).toEqual(before);
    }
  });

  detail('while the server fails', async () => {
    const started = start();
    const before = fixturesIn(started);
    let count = 0;
    const report = await runConformance({
      ...optionsOf(started),
      fetch: async (input, init) => {
        count += 1;
        if (count % 7 === 0) return new Response('', { status: 502 });
        return await started.mock.fetch(input, init);
      },
    });
    expect([report.differences, report.unrestored]).toEqual([[], []]);
    expect(report.requests.unstable).toBeGreaterThan(20);
    expect(formatReport(report, 'text')).toMatch(/^Instability: \d+ requests failed, and succeeded/m);
    expect(fixturesIn(started)).toEqual(before);
  });
});

describe('saveFixtures', () => {
  detail('is called with the original fields before the first change, and with undefined afterwards', async () => {
    const started = start();
    const { mock, fixtures } = started;
    const contact = mock.db.contacts.get(fixtures.contact);
    const calls: [SavedFixtures | undefined, unknown][] = [];
    await runConformance({
      ...optionsOf(started),
      fetch: mock.fetch,
      saveFixtures: (saved) => void calls.push([saved, mock.db.contacts.get(fixtures.contact)?.updated_at]),
    });
    expect(calls.length).toBeGreaterThan(1);
    const { customer_id, first_name, email } = contact ?? {};
    expect(calls[0]?.[0]).toMatchObject({
      version: 1,
      baseUrl: mock.baseUrl,
      fixtures: [{ operation: 'contacts.update', id: fixtures.contact, fields: { customer_id, first_name, email } }],
    });
    expect(calls[0]?.[1]).toBe(contact?.updated_at);
    expect(calls.at(-1)?.[0]).toBeUndefined();
  });

  detail('that fails changes no fixture', async () => {
    const started = start();
    const { mock, fixtures } = started;
    const saveFixtures = () => {
      throw new Error('the disk is full');
    };
    const report = await runConformance({ ...optionsOf(started), fetch: mock.fetch, saveFixtures });
    const rule = report.rules.find(({ id }) => id === 'contacts.update.fields');
    expect(rule).toMatchObject({ status: 'not run', reason: expect.stringContaining('the disk is full') });
    const updates = mock.journal.list('contacts.update').filter(({ url }) => url.includes(fixtures.contact));
    expect(updates).toEqual([]);
  });
});

detail(
  'a fixture that cannot be restored is the first thing that a report says, without values, and can be repaired',
  async () => {
    const started = start();
    const { mock, fixtures } = started;
    const before = fixturesIn(started);
    let saved: SavedFixtures | undefined;
    let updates = 0;
    const fetch: MockServer['fetch'] = async (input, init) => {
      const isContact = init?.method === 'PATCH' && String(input).includes(fixtures.contact);
      if (isContact) updates += 1;
      // The database becomes read-only.
      if (isContact && updates > 3) return Response.json({ success: false, error: 'Read-only' }, { status: 409 });
      return await mock.fetch(input, init);
    };
    const report = await runConformance({
      ...optionsOf(started),
      fetch,
      saveFixtures: (fields) => {
        saved = fields;
      },
    });
    expect(report.unrestored[0]).toMatchObject({ operation: 'contacts.update', id: fixtures.contact });
    for (const format of ['text', 'json', 'html', 'junit'] as const) {
      expect(formatReport(report, format)).toContain(fixtures.contact);
    }
    expect(formatReport(report, 'text').split('\n\n')[1]).toMatch(/^Not restored\n {2}contacts /);
    const email = mock.db.contacts.get(fixtures.contact)?.email ?? '';
    expect(JSON.stringify(report.unrestored)).not.toContain(email);
    expect(fixturesIn(started)).not.toEqual(before);
    if (!saved) throw new Error('the fields are saved until they are restored');
    const options = { baseUrl: mock.baseUrl, token: mock.token, saved: structuredClone(saved) };
    expect(await restoreFixtures({ ...options, fetch })).toMatchObject([{ id: fixtures.contact }]);
    expect(await restoreFixtures({ ...options, fetch: mock.fetch })).toEqual([]);
    expect(fixturesIn(started)).toEqual(before);
    await expect(restoreFixtures({ ...options, baseUrl: 'https://other.example' })).rejects.toThrow(/belong to https/);
  },
);

detail('every record that was created is listed in each format, with its parent', async () => {
  const report = await runAll({}, undefined, { maxRequests: 300 });
  const product = report.created.find(({ operation }) => operation === 'products.create');
  const address = report.created.find(({ operation }) => operation === 'addresses.create');
  expect([product?.parentId, address?.parentId].filter(Boolean)).toHaveLength(2);
  for (const format of ['text', 'json', 'html', 'junit'] as const) {
    const text = formatReport(report, format);
    expect(report.created.filter(({ id, parentId = '' }) => !text.includes(id) || !text.includes(parentId))).toEqual(
      [],
    );
  }
});
