/** Fields whose content is any JSON of the caller: the tiers of a price, and the fields of payment terms. */
import { afterEach, describe, expect, test } from 'vitest';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { createMockServer, type MockServer } from '../../../mocks/index.ts';
import { connectMock } from '../../../mocks/remote.ts';
import { MasterDataClient } from '../../../src/index.ts';
import { call, startMock } from '../helpers.ts';

const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', ''];
const values = ['{"isAdmin":true}', 'null', '"text"', '[1,{"__proto__":[]}]', '{"__proto__":{"__proto__":1}}'];
const entries = keys.flatMap((key) => values.map((value) => `{${JSON.stringify(key)}:${value},"amount":9}`));
const tiers = `[${entries.join(',')},["__proto__"]]`;

afterEach(() => {
  expect(Object.keys(Object.prototype)).toEqual([]);
});

/** Sends tiers as they are, and returns the text of the response. */
async function patchTiers(mock: MockServer, id: string, text: string): Promise<string> {
  const response = await mock.fetch(`${mock.baseUrl}/api/prices/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' },
    body: `{"volume_tiers":${text},"graduated_tiers":${text}}`,
  });
  expect(response.status).toBe(200);
  return response.text();
}

function tiersOf(price: object | undefined): string {
  return JSON.stringify([Reflect.get(price ?? {}, 'volume_tiers'), Reflect.get(price ?? {}, 'graduated_tiers')]);
}

const both = `[${tiers},${tiers}]`;

describe('keys that every object inherits', () => {
  test('are stored and returned by the API', async () => {
    const mock = startMock();
    const { id } = mock.create.price();
    const text = await patchTiers(mock, id, tiers);
    expect(text).toContain(`"volume_tiers":${tiers}`);
    expect(text).toContain(`"graduated_tiers":${tiers}`);
    expect(tiersOf(mock.db.prices.get(id))).toBe(both);
    expect((await call(mock, 'PATCH', `/api/prices/${id}`, { is_setup: true })).body).toMatchObject({
      data: { volume_tiers: JSON.parse(tiers) },
    });
  });

  test.each<Partial<MockServer['policies']>>([
    { idCase: 'upper', timestampFormat: 'seconds', unsetText: 'null' },
    { nullOnCreate: 'accept', unknownFields: 'ignore' },
  ])('are returned with the policies %j', async (policies) => {
    const mock = startMock({ policies });
    expect(await patchTiers(mock, mock.create.price().id, tiers)).toContain(`"volume_tiers":${tiers}`);
  });

  test('are in the journal and in its HAR', async () => {
    const mock = startMock();
    await patchTiers(mock, mock.create.price().id, tiers);
    const { body, response } = mock.journal.last('prices.update');
    expect(tiersOf(body)).toBe(both);
    expect(JSON.stringify(response.body)).toContain(`"volume_tiers":${tiers}`);
    expect(JSON.stringify(mock.journal.toHar())).toContain(JSON.stringify(tiers).slice(1, -1));
  });

  test('survive a snapshot as JSON', async () => {
    const mock = startMock();
    const { id } = mock.create.price();
    await patchTiers(mock, id, tiers);
    const copy = createMockServer();
    copy.restore(JSON.parse(JSON.stringify(mock.snapshot())));
    expect(tiersOf(copy.db.prices.get(id))).toBe(both);
  });

  test('are passed to onChange, and found by value', async () => {
    const mock = startMock();
    const { id } = mock.create.price();
    const changes: string[] = [];
    mock.onChange(({ written }) => changes.push(JSON.stringify(written)));
    await patchTiers(mock, id, tiers);
    expect(changes.join()).toContain(`"volume_tiers":${tiers}`);
    expect(mock.db.prices.list({ volume_tiers: JSON.parse(tiers) })).toHaveLength(1);
    expect(mock.db.prices.list({ volume_tiers: JSON.parse(tiers.replace('true', 'false')) })).toEqual([]);
  });

  test('are a difference between rows', () => {
    const mock = startMock();
    const { id } = mock.create.price({ volume_tiers: [{}] });
    const rows = { prices: [{ id, volume_tiers: [JSON.parse('{"__proto__":{}}')] }] };
    const options = { existing: 'update' } as const;
    expect(mock.importRows(rows as never, options)).toMatchObject({ updated: 1, kept: 0 });
    expect(mock.importRows(rows as never, options)).toMatchObject({ updated: 0, kept: 1 });
  });

  test('are sent and received by the client', async () => {
    const mock = startMock();
    const { id } = mock.create.price();
    const client = new MasterDataClient({
      ...mock.clientOptions,
      validation: { requests: 'throw', responses: 'throw' },
    });
    const list: unknown[] = JSON.parse(tiers);
    expect(tiersOf(await client.prices.update(id, { volume_tiers: list, graduated_tiers: list }))).toBe(both);
  });

  test('pass through the control API', async () => {
    const local = startMock();
    const remote = await connectMock(`${local.baseUrl}/__mock/`, { fetch: createControlFetch(local) });
    const list: unknown[] = JSON.parse(tiers);
    const fields = { volume_tiers: list, graduated_tiers: list };
    const { id } = await remote.create.price(fields);
    expect(tiersOf(local.db.prices.get(id))).toBe(both);
    expect(tiersOf(await remote.db.prices.get(id))).toBe(both);
    expect(tiersOf(await remote.db.prices.update(id, { ...fields, is_setup: true }))).toBe(both);
    expect(tiersOf((await remote.db.prices.query({ where: { volume_tiers: list } })).rows[0])).toBe(both);
    const snapshot = await remote.snapshot();
    await remote.reset();
    await remote.restore(snapshot);
    expect(tiersOf(local.db.prices.get(id))).toBe(both);
  });

  test('are merged in the groups of payment terms, and rejected as a column', () => {
    const { db } = startMock();
    const { id } = db.paymentTerms.insert({ terms: JSON.parse('{"__proto__":{"days":1},"kept":1}') });
    const merged = db.paymentTerms.update(id, { terms: JSON.parse('{"__proto__":{"rate":2}}') });
    expect(JSON.stringify(merged['terms'])).toBe('{"__proto__":{"days":1,"rate":2},"kept":1}');
    expect(() => db.paymentTerms.insert(JSON.parse('{"__proto__":1}'))).toThrow('__proto__ is not a known field');
  });

  test.each([
    ['customers', '{"name":"Acme","type":"company","__proto__":{"x":1}}', '__proto__ is not a known field'],
    ['products', '{"settings":{"__proto__":{"x":1}}}', 'settings[__proto__] is not a known field'],
  ] as const)('are rejected in a row of %s: %s', async (table, text, message) => {
    const mock = startMock();
    const name = table === 'customers' ? 'customer' : 'product';
    expect(() => mock.create[name](JSON.parse(text))).toThrow(message);
    const json = JSON.stringify(mock.snapshot()).replace(`"${table}":[]`, `"${table}":[${text}]`);
    expect(() => mock.restore(JSON.parse(json))).toThrow(TypeError);
    const remote = await connectMock(`${mock.baseUrl}/__mock/`, { fetch: createControlFetch(mock) });
    await expect(remote.create[name](JSON.parse(text))).rejects.toThrow(message);
    expect(mock.db[table].size).toBe(0);
  });
});

test('tiers are returned as they were sent, whatever the policies rewrite', async () => {
  const stored = JSON.stringify([
    {
      id: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
      customer_ids: ['aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'],
      created_at: '2026-01-31T09:00:00.123Z',
      description: '',
      nested: { updated_at: '2026-01-31T09:00:00.000Z', sku: '' },
    },
  ]);
  const mock = startMock({ policies: { idCase: 'upper', timestampFormat: 'microseconds', unsetText: 'null' } });
  const { id, created_at } = mock.create.price();
  const text = await patchTiers(mock, id, stored);
  expect(text).toContain(`"volume_tiers":${stored}`);
  expect(text).toContain(`"graduated_tiers":${stored}`);
  // Other fields are rewritten.
  expect(text).toContain(`"id":"${id.toUpperCase()}"`);
  expect(text).toContain(`"created_at":"${created_at.replace('Z', '000+00:00')}"`);
  expect(text).toContain('"crm":null');
});

test('a token with the name of a property of every object survives a snapshot as JSON', async () => {
  const mock = startMock({ token: '__proto__' });
  for (const token of ['constructor', 'toString']) mock.tokens.issue({ token });
  const copy = createMockServer();
  copy.restore(JSON.parse(JSON.stringify(mock.snapshot({ tokens: true }))));
  expect(copy.tokens.list()).toEqual(mock.tokens.list());
  for (const token of ['__proto__', 'constructor', 'toString']) {
    expect((await call(copy, 'GET', '/api/customers', undefined, { token })).status).toBe(200);
  }
});
