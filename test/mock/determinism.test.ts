import { describe, expect, test } from 'vitest';
import { demo, type MockServer, type MockServerOptions } from '../../mocks/index.ts';
import { MasterDataClient } from '../../src/index.ts';
import { noon, startMock } from './helpers.ts';

const start = (options: MockServerOptions = {}) =>
  startMock({
    seed: demo,
    clock: noon,
    rateLimit: { limit: 30 },
    faults: [{ probability: 0.3, status: 503 }],
    ...options,
  });

/** A bit of everything, by the client and beside it; what it gives is all that can be seen of it. */
async function story(mock: MockServer): Promise<unknown[]> {
  const seen: unknown[] = [mock.token, mock.workspace];
  const client = new MasterDataClient({
    baseUrl: mock.baseUrl,
    apiToken: mock.token,
    maxRetries: 0,
    fetch: async (url, init) => {
      const response = await mock.fetch(url, init);
      seen.push([response.status, [...response.headers], await response.clone().text()]);
      return response;
    },
  });
  const done = async (call: PromiseLike<unknown>) => {
    await Promise.resolve(call).catch(() => undefined);
  };
  for (let round = 0; round < 3; round += 1) {
    await done(client.customers.create({ name: `Customer ${round}`, type: 'company' }));
    await done(client.products.create({ api_name: `rack_${round}`, name: 'Rack', recurrence_type: 'one_off' }));
    await done(client.catalogs.create({ name: '' }));
    mock.clock.advance(1234);
    for (const { id } of mock.db.categories.list()) await done(client.categories.update(id, { name: `${round}` }));
    await done(client.productParents.list());
    seen.push(mock.create.price(), mock.create.address(), mock.tokens.issue());
  }
  seen.push(JSON.stringify(mock.snapshot()));
  seen.push(mock.journal.list().map(({ duration: _, ...entry }) => entry));
  return seen;
}

describe('the same number, clock and calls', () => {
  test('give the same bytes', async () => {
    const first = await story(start());
    expect(await story(start())).toEqual(first);
    expect(await story(start({ randomSeed: 1 }))).toEqual(first);
  });

  test('give them again after a reset, ids and chance and all', async () => {
    const mock = start();
    const first = await story(mock);
    mock.reset();
    expect(await story(mock)).toEqual(first);
    // Whatever was left lying about.
    mock.clock.set('2030-01-01');
    mock.policies.createdStatus = 200;
    mock.policies.rateLimit = { limit: 1 };
    mock.faults.clear();
    mock.create.workspace();
    mock.tokens.revoke(mock.token);
    mock.reset();
    expect(await story(mock)).toEqual(first);
  });

  test('with other calls in other mocks meanwhile', async () => {
    const first = await story(start());
    expect(await Promise.all([story(start()), story(start({ randomSeed: 2 })), story(start())])).toMatchObject({
      0: first,
      2: first,
    });
  });

  test('are these bytes, on every run and runtime', () => {
    const mock = startMock({ clock: noon });
    expect([mock.workspace, mock.token, mock.create.customer().id, mock.tokens.issue()]).toMatchInlineSnapshot(`
      [
        "5e2d1772-14e4-48f0-920e-a1fdb382f339",
        "mdmock_e252e4bfa3277480980e83eda7506b5322802d1ee017295eabad5de75d608bfc",
        "1abbc9d5-6d27-49ec-a4cf-ce40b66d2308",
        "mdmock_14f6753e96565971f42a60eb607458a68476f19c9d79f006cc646ba243b62db1",
      ]
    `);
  });
});

test('another number gives other ids, tokens and chances', async () => {
  const [one, two] = [start({ randomSeed: 1 }), start({ randomSeed: 2 })];
  expect(one.token).not.toBe(two.token);
  const ids = (mock: MockServer) => Object.values(mock.db).flatMap((table) => table.list().map(({ id }) => id));
  const known = new Set(ids(one));
  for (const id of ids(two)) expect(known).not.toContain(id);
  const faults = async (mock: MockServer) => {
    await story(mock);
    return mock.journal.list().map(({ fault }) => fault);
  };
  expect(await faults(one)).not.toEqual(await faults(two));
});

test.each([0, -1, 2 ** 40])('the number may be %d', (ids) => {
  expect(startMock({ randomSeed: ids }).token).toBe(startMock({ randomSeed: ids }).token);
});

test.each([Number.NaN, 1.5, Number.POSITIVE_INFINITY])('the number cannot be %d', (ids) => {
  expect(() => startMock({ randomSeed: ids })).toThrow(/^randomSeed: must be a whole number, received /);
});
