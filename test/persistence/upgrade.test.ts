import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sqlite } from '../../mocks/http.ts';
import { createMockServer } from '../../mocks/index.ts';
import { stateVersion } from '../../mocks/snapshots/stored-state.ts';
import { metadata, tableNames } from '../../mocks/store/metadata.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const fixtures = join(import.meta.dirname, 'fixtures');

describe.each(await readdir(fixtures))('the stored state %s', (name) => {
  test('can be loaded and changed', async () => {
    const file = join(await temporaryDirectory(), name);
    await copyFile(join(fixtures, name), file);
    const store = await sqlite(file);
    const mock = createMockServer({ token: 'fixture', clock: '2026-01-01T00:00:00Z' });
    expect(await mock.persist(await store.open('default'))).toMatchObject({ loaded: 'restored' });

    for (const [table, rows] of Object.entries(mock.db)) expect(rows.size, table).toBeGreaterThan(0);
    const [contact] = mock.db.contacts.list();
    expect(mock.db.addresses.find({ contact_id: contact?.id ?? '' })?.customer_id).toBe(contact?.customer_id);
    expect(mock.db.prices.list().some(({ pricing_model }) => pricing_model === 'flat')).toBe(true);
    expect(mock.policies.rateLimit).toEqual({ limit: 100 });
    expect(mock.clock.now()).toBe(Date.parse('2026-01-01T00:00:01Z'));

    const get = (token: string) =>
      mock.fetch(`${mock.baseUrl}/api/customers`, { headers: { authorization: `Bearer ${token}` } });
    expect((await get('fixture')).status).toBe(503);
    const response = await get('reader');
    expect(response.status).toBe(200);
    expect(response.headers.get('ratelimit-remaining')).toBe('98');
    mock.create.product();
    await mock.flush();
    await store.close();
  });
});

test('the tables have the columns of the current version of stored data', async () => {
  const name = `version-${stateVersion}.db`;
  expect(await readdir(fixtures), 'Run node test/persistence/fixture.ts.').toContain(name);
  const file = join(await temporaryDirectory(), name);
  await copyFile(join(fixtures, name), file);
  const store = await sqlite(file);
  const state = await (await store.open('default')).load();
  await store.close();
  const stored = new Map(
    state?.records.map(({ collection, value }) => [collection, Object.keys(Object(value)).sort()]),
  );
  const changed = tableNames.filter((table) => `${stored.get(table)}` !== `${[...metadata[table].columns].sort()}`);
  const remedy = 'Raise stateVersion in mocks/snapshots/stored-state.ts, then run node test/persistence/fixture.ts.';
  expect(changed, `Tables changed after version ${stateVersion}. ${remedy}`).toEqual([]);
});
