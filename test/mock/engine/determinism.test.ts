import { describe, expect, test } from 'vitest';
import { demo, type MockServer, type MockServerOptions } from '../../../mocks/index.ts';
import { MasterDataClient } from '../../../src/index.ts';
import { noon, startMock } from '../helpers.ts';

const start = (options: MockServerOptions = {}) =>
  startMock({
    seed: demo,
    clock: noon,
    rateLimit: { limit: 30 },
    faults: [{ probability: 0.3, status: 503 }],
    ...options,
  });

/** Makes calls of many kinds, and returns everything that can be observed, without tokens. */
async function observe(mock: MockServer): Promise<unknown[]> {
  const observed: unknown[] = [mock.workspace];
  const client = new MasterDataClient({
    baseUrl: mock.baseUrl,
    apiToken: mock.token,
    maxRetries: 0,
    fetch: async (url, init) => {
      const response = await mock.fetch(url, init);
      observed.push([response.status, [...response.headers], await response.clone().text()]);
      return response;
    },
  });
  const settle = async (call: PromiseLike<unknown>) => {
    await Promise.resolve(call).catch(() => undefined);
  };
  for (let round = 0; round < 3; round += 1) {
    await settle(client.customers.create({ name: `Customer ${round}`, type: 'company' }));
    await settle(client.products.create({ api_name: `rack_${round}`, name: 'Rack', recurrence_type: 'one_off' }));
    await settle(client.catalogs.create({ name: '' }));
    mock.clock.advance(1234);
    for (const { id } of mock.db.categories.list()) await settle(client.categories.update(id, { name: `${round}` }));
    await settle(client.productParents.list());
    mock.tokens.issue();
    observed.push(mock.create.price(), mock.create.address());
  }
  observed.push(JSON.stringify(mock.snapshot()));
  // Durations and the ids of calls differ from run to run.
  observed.push(mock.journal.list().map(({ duration: _, callId: _callId, ...entry }) => entry));
  return observed;
}

describe('the same seed, clock and calls', () => {
  test('return the same bytes', async () => {
    const first = await observe(start());
    expect(await observe(start())).toEqual(first);
    expect(await observe(start({ randomSeed: 1 }))).toEqual(first);
  });

  test('return them again after a reset, including ids and faults', async () => {
    const mock = start();
    const first = await observe(mock);
    mock.reset();
    expect(await observe(mock)).toEqual(first);
    mock.clock.set('2030-01-01');
    mock.policies.createdStatus = 200;
    mock.policies.rateLimit = { limit: 1 };
    mock.faults.clear();
    mock.create.workspace();
    mock.tokens.revoke(mock.token);
    mock.reset();
    expect(await observe(mock)).toEqual(first);
  });

  test('do so while other mocks are called', async () => {
    const first = await observe(start());
    expect(await Promise.all([observe(start()), observe(start({ randomSeed: 2 })), observe(start())])).toMatchObject({
      0: first,
      2: first,
    });
  });

  test('return these ids, on every run and runtime', () => {
    const mock = startMock({ clock: noon });
    expect([mock.workspace, mock.create.customer().id]).toMatchInlineSnapshot(`
      [
        "5e2d1772-14e4-48f0-920e-a1fdb382f339",
        "e252e4bf-a327-4480-980e-83eda7506b53",
      ]
    `);
  });
});

test('another seed gives other ids and faults', async () => {
  const [one, two] = [start({ randomSeed: 1 }), start({ randomSeed: 2 })];
  const ids = (mock: MockServer) => Object.values(mock.db).flatMap((table) => table.list().map(({ id }) => id));
  const known = new Set(ids(one));
  for (const id of ids(two)) expect(known).not.toContain(id);
  const faults = async (mock: MockServer) => {
    await observe(mock);
    return mock.journal.list().map(({ fault }) => fault);
  };
  expect(await faults(one)).not.toEqual(await faults(two));
});

test('a token is random, and ids do not depend on it', () => {
  const [one, two, given] = [start(), start(), start({ token: 'given-token' })];
  expect(one.token).toMatch(/^mdmock_[0-9a-f]{64}$/);
  expect(two.token).not.toBe(one.token);
  expect([one.isTokenGenerated, given.isTokenGenerated]).toEqual([true, false]);
  one.tokens.issue();
  given.tokens.issue({ token: 'other-given-token' });
  two.tokens.issue({ user: 'someone' });
  const state = (mock: MockServer) => JSON.stringify(mock.snapshot());
  expect(state(given)).toBe(state(one));
  expect(JSON.stringify(two.snapshot().toJSON().tables)).toBe(JSON.stringify(one.snapshot().toJSON().tables));
});

test.each([0, -1, 2 ** 40])('randomSeed can be %d', (randomSeed) => {
  expect(startMock({ randomSeed }).workspace).toBe(startMock({ randomSeed }).workspace);
});

test.each([Number.NaN, 1.5, Number.POSITIVE_INFINITY])('randomSeed cannot be %d', (randomSeed) => {
  expect(() => startMock({ randomSeed })).toThrow(/^randomSeed: must be a whole number, received /);
});
