import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMockServer, createSandboxes, demo, type MockServer } from '../../../mocks/index.ts';
import { createdProductSchema } from '../../../src/contract/products.ts';
import { call, contents, noon, read, startMock } from '../helpers.ts';

/** Changes records of each kind over the wire, and returns the text of every response. */
async function changeRecords(mock: MockServer): Promise<string[]> {
  const responses: string[] = [];
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await call(mock, method, path, body);
    responses.push(JSON.stringify(response));
    return response;
  };
  const id = (table: 'contacts' | 'addresses' | 'categories' | 'customers') => mock.db[table].list()[0]?.id;
  await send('POST', '/api/customers', { name: 'New', type: 'company' });
  await send('POST', '/api/customers', { name: 'Wrong' });
  await send('PATCH', `/api/addresses/${id('addresses')}`, { contact_id: null });
  await send('PATCH', `/api/contacts/${id('contacts')}`, { phone: '1' });
  await send('DELETE', `/api/categories/${id('categories')}`);
  const product = await send('POST', '/api/products', { api_name: 'rack', recurrence_type: 'one_off', name: 'Rack' });
  const [price] = read(product, createdProductSchema).prices;
  await send('PATCH', `/api/prices/${price?.id}`, { pricing_model: 'flat', amount: 9 });
  await send('GET', '/api/customers');
  await send('GET', '/api/addresses');
  await send('GET', '/api/product-parents');
  return responses;
}

/** Returns everything that a client can read, as text. */
async function readAll(mock: MockServer): Promise<string> {
  const paths = ['/api/customers', '/api/addresses', '/api/product-parents', '/api/payment-terms'];
  const details = [
    ...mock.db.contacts.list().map(({ id }) => `/api/contacts/${id}`),
    ...mock.db.categories.list().map(({ id }) => `/api/categories/${id}`),
    ...mock.db.products.list().map(({ id }) => `/api/products/${id}`),
  ];
  return JSON.stringify(await Promise.all([...paths, ...details].map((path) => call(mock, 'GET', path))));
}

describe('determinism', () => {
  test('two mocks with the same clock and calls return the same bytes', async () => {
    const [one, two] = [startMock({ seed: demo }), startMock({ seed: demo })];
    expect(await changeRecords(one)).toEqual(await changeRecords(two));
    expect(await readAll(one)).toBe(await readAll(two));
  });

  test('another randomSeed gives other ids, and the same one the same ids', () => {
    const [one, two, three] = [1, 2, 2].map((randomSeed) => startMock({ seed: demo, randomSeed }));
    const idsOf = (mock = startMock()) => mock.db.customers.list().map(({ id }) => id);
    expect(idsOf(two)).toEqual(idsOf(three));
    for (const id of idsOf(one)) expect(idsOf(two)).not.toContain(id);
  });

  test('ids are version 4 UUIDs, and a thousand of them differ', () => {
    const { db } = startMock();
    const ids = Array.from({ length: 1000 }, () => db.customers.insert({ name: 'H', type: 'company' }).id);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(1000);
  });
});

describe('time', () => {
  test('comes from the clock, as ISO 8601', async () => {
    let now = noon;
    const mock = createMockServer({ clock: () => now });
    const customer = mock.db.customers.insert({ name: 'Halm', type: 'company' });
    const contact = mock.db.contacts.insert({
      customer_id: customer.id,
      first_name: 'G',
      last_name: 'L',
      email: 'g@h.example',
    });
    now += 90_061_001;
    const response = await call(mock, 'PATCH', `/api/contacts/${contact.id}`, { phone: '1' });
    expect(response.body).toMatchObject({
      data: { created_at: '2026-03-02T12:00:00.000Z', updated_at: '2026-03-03T13:01:01.001Z' },
    });
  });

  test('updated_at moves on, even if the clock stands still or goes back', async () => {
    let now = noon;
    const mock = createMockServer({ clock: () => now });
    const { id } = mock.db.categories.insert({ name: 'Desks', api_name: 'desks' });
    for (const millisecond of ['001', '002', '003']) {
      const response = await call(mock, 'PATCH', `/api/categories/${id}`, { name: 'Desks' });
      expect(response.body).toMatchObject({ data: { updated_at: `2026-03-02T12:00:00.${millisecond}Z` } });
      now -= 1000;
    }
  });
});

describe('reset', () => {
  test('restores the records of the seed, and the ids of the next records', async () => {
    const mock = startMock({ seed: demo });
    const before = [contents(mock), await readAll(mock)];
    const first = await changeRecords(mock);
    mock.reset();
    expect([contents(mock), await readAll(mock)]).toEqual(before);
    expect(await changeRecords(mock)).toEqual(first);
    mock.reset();
    expect([contents(mock), await readAll(mock)]).toEqual(before);
  });

  test('reads only the records that have changed', () => {
    const customers = Array.from({ length: 2000 }, (_, index) => ({ name: `C ${index}`, type: 'company' as const }));
    const mock = startMock({ seed: { customers } });
    mock.create.customer();
    const get = vi.spyOn(Map.prototype, 'get');
    onTestFinished(() => get.mockRestore());
    mock.reset();
    expect(get.mock.calls.length).toBeLessThan(200);
  });

  test('restores revoked tokens, and revokes those issued since', async () => {
    const mock = startMock();
    const issued = mock.tokens.issue();
    mock.tokens.revoke(mock.token);
    mock.reset();
    expect((await call(mock, 'GET', '/api/customers')).status).toBe(200);
    expect((await call(mock, 'GET', '/api/customers', undefined, { token: issued })).status).toBe(401);
  });
});

describe('a seed with settings', () => {
  const limit = 5;
  const saved = () => {
    const mock = startMock({ seed: demo, clock: '2030-01-01', faults: [{ name: 'seeded', times: 2, status: 503 }] });
    mock.policies.createdStatus = 200;
    mock.policies.rateLimit = { limit };
    return mock.snapshot({ settings: true });
  };
  const settingsOf = ({ policies, faults, clock }: MockServer) => ({
    policies: [policies.createdStatus, policies.rateLimit],
    faults: faults.list().map(({ name, hits }) => [name, hits]),
    now: clock.now(),
  });

  test.each(['as it is', 'as JSON'])('sets policies, faults and clock, also after a reset: %s', async (form) => {
    const seed = form === 'as JSON' ? JSON.parse(JSON.stringify(saved())) : saved();
    const mock = startMock({ seed, faults: [{ name: 'option', on: 'catalogs.create', status: 500 }] });
    const initial = {
      policies: [200, { limit }],
      faults: [
        ['seeded', 0],
        ['option', 0],
      ],
      now: Date.parse('2030-01-01'),
    };
    for (let round = 0; round < 2; round += 1) {
      expect(settingsOf(mock)).toEqual(initial);
      expect((await call(mock, 'GET', '/api/customers')).status).toBe(503);
      mock.faults.clear();
      mock.policies.createdStatus = 201;
      mock.policies.rateLimit = 'off';
      mock.clock.resume();
      mock.reset();
    }
  });

  test('sets those of a sandbox', async () => {
    const { mock } = await createSandboxes({ seed: saved() }).create();
    expect(settingsOf(mock)).toMatchObject({ policies: [200, { limit }], faults: [['seeded', 0]] });
  });
});

test('a negative randomSeed gives a snapshot that can be restored', () => {
  const mock = startMock({ randomSeed: -1 });
  mock.faults.add({ probability: 0.5, status: 500 });
  for (let round = 0; round < 2; round += 1) {
    const snapshot = JSON.parse(JSON.stringify(mock.snapshot({ settings: true })));
    mock.restore(snapshot);
    expect(mock.snapshot({ settings: true }).toJSON()).toEqual(snapshot);
    mock.reset();
  }
});

describe('snapshot and restore', () => {
  test('restore that state, any number of times', async () => {
    const mock = startMock({ seed: demo });
    await changeRecords(mock);
    const snapshot = mock.snapshot();
    const before = [contents(mock), await readAll(mock)];
    for (let round = 0; round < 2; round += 1) {
      await call(mock, 'POST', '/api/catalogs', { name: 'Later' });
      for (const { id } of mock.db.prices.list()) mock.db.prices.update(id, { parent_price_id: null });
      for (const { id } of mock.db.products.list()) mock.db.products.delete(id);
      mock.restore(snapshot);
      expect([contents(mock), await readAll(mock)]).toEqual(before);
    }
  });

  test('keep all responses the same, including the order of linked ids', async () => {
    const mock = startMock();
    const { db } = mock;
    const customer = db.customers.insert({ name: 'Halm', type: 'company' });
    const [one, two] = ['g', 't'].map((name) =>
      db.contacts.insert({ customer_id: customer.id, first_name: name, last_name: 'L', email: `${name}@halm.example` }),
    );
    const place = {
      customer_id: customer.id,
      type: 'billing',
      address_line1: 'A 1',
      city: 'B',
      postal_code: '1',
      country: 'DE',
    };
    const addresses = [1, 2, 3].map(() => db.addresses.insert({ ...place, contact_id: one?.id }));
    for (const { id } of addresses.toReversed()) {
      await call(mock, 'PATCH', `/api/addresses/${id}`, { contact_id: two?.id });
    }
    const before = await readAll(mock);
    mock.restore(mock.snapshot());
    expect(await readAll(mock)).toBe(before);
  });

  test('contain tokens and the state of the id generator', async () => {
    const mock = startMock();
    const snapshot = mock.snapshot();
    const token = mock.tokens.issue();
    const { id } = mock.create.customer();
    mock.restore(snapshot);
    expect((await call(mock, 'GET', '/api/customers', undefined, { token })).status).toBe(401);
    mock.tokens.issue();
    expect(mock.create.customer().id).toBe(id);
  });
});
