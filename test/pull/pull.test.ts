import { describe, expect, test } from 'vitest';
import { createMockServer, demo, type MockPolicies, type MockServer } from '../../mocks/index.ts';
import type { PulledRecord } from '../../mocks/pull/copy-record.ts';
import type { RecordCache } from '../../mocks/pull/progress-file.ts';
import type { PullOptions } from '../../mocks/pull/pull.ts';
import { MasterDataClient } from '../../src/index.ts';
import { personalTexts, pullFrom } from './helpers.ts';

const otherKey = Buffer.alloc(32, 2);

const clock = '2026-01-31T09:00:00Z';

/** Returns what a client sees of a workspace, without the values that a pull replaces or does not see. */
async function readAll(mock: MockServer) {
  const client = new MasterDataClient(mock.clientOptions);
  const customers = await client.customers.list();
  const addresses = await client.addresses.list();
  const parents = await client.productParents.list();
  const products = await Promise.all(
    parents.flatMap(({ product_ids }) => product_ids).map((id) => client.products.get(id)),
  );
  const contacts = await Promise.all(
    customers.flatMap(({ contact_ids }) => contact_ids).map((id) => client.contacts.get(id)),
  );
  const categories = await Promise.all(mock.db.categories.list().map(({ id }) => client.categories.get(id)));
  return {
    customers: customers.map(({ id, type, contact_ids, address_ids, created_at }) => ({
      id,
      type,
      contact_ids,
      address_ids,
      created_at,
    })),
    contacts: contacts.map(({ id, customer_id, role, address_ids }) => ({ id, customer_id, role, address_ids })),
    addresses: addresses.map(({ id, customer_id, contact_id, type, country }) => ({
      id,
      customer_id,
      contact_id,
      type,
      country,
    })),
    categories: categories
      .map(({ id, name, api_name, parent_category_id }) => ({ id, name, api_name, parent_category_id }))
      .sort((a, b) => a.id.localeCompare(b.id)),
    parents: parents.map(({ id, name, api_name, catalog_ids, product_ids, recurrence_type, is_active }) => ({
      ...{ id, name, api_name, catalog_ids, product_ids, recurrence_type, is_active },
    })),
    products: products.map(
      ({ identifiers, accounting, description, workspace_id, created_by, updated_by, ...shown }) => ({
        ...shown,
        hasErp: identifiers.erp !== '',
      }),
    ),
    paymentTerms: (await client.paymentTerms.list()).map(({ id, days }) => ({ id, days })),
  };
}

describe('the seed of a workspace', () => {
  test('leads to a mock with the same records, references, prices and numbers', async () => {
    const source = createMockServer({ seed: demo });
    const { text } = await pullFrom(source);
    const copy = createMockServer({ seed: JSON.parse(text) });
    expect(await readAll(copy)).toEqual(await readAll(source));
    for (const table of [
      'customers',
      'contacts',
      'addresses',
      'categories',
      'catalogs',
      'products',
      'prices',
    ] as const) {
      expect(copy.db[table].size, table).toBe(source.db[table].size);
    }
  });

  test('reads only, and with few calls at a time', async () => {
    const source = createMockServer({ seed: demo });
    await pullFrom(source);
    const calls = source.journal.list();
    expect(calls.length).toBeGreaterThan(20);
    expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(new Set(calls.map(({ url }) => url)).size).toBe(calls.length);
  });

  test('has no personal text of the source, and replaces equal texts equally', async () => {
    const source = createMockServer({ seed: demo });
    source.db.customers.insert({ name: 'Halm & Söhne GmbH', type: 'company', id_crm: 'C-1001' });
    const texts = personalTexts(source);
    expect(texts).toEqual(
      expect.arrayContaining(['Halm & Söhne GmbH', 'DE298374651', 'Gate 7', 'OR', 'Net 30', '400100']),
    );
    const { text, seed } = await pullFrom(source);
    // A short text can be part of another word.
    expect(texts.filter((each) => text.includes(each.length < 8 ? JSON.stringify(each) : each))).toEqual([]);
    const [first, , ferrand, , last] = seed.rows.customers ?? [];
    expect([last?.name, last?.id_crm]).toEqual([first?.name, first?.id_crm]);
    const contact = seed.rows.contacts?.find(({ customer_id }) => customer_id === ferrand?.id);
    expect(ferrand?.name).toBe(`${contact?.first_name} ${contact?.last_name}`);
  });

  test('depends on the key', async () => {
    const source = createMockServer({ seed: demo });
    const { text } = await pullFrom(source);
    expect((await pullFrom(source)).text).toBe(text);
    const other = await pullFrom(source, { key: otherKey });
    expect(other.text).not.toBe(text);
    expect(other.seed.rows.customers?.[0]?.name).not.toBe(JSON.parse(text).customers[0].name);
  });

  test('keeps the fields that the user names, or all', async () => {
    const source = createMockServer({ seed: demo });
    const { seed } = await pullFrom(source, { keep: ['customers.name', 'tax_value', 'erp', 'paymentTerms'] });
    expect(seed.rows.customers?.[0]).toMatchObject({
      name: 'Halm & Söhne GmbH',
      tax_ids: [{ tax_value: 'DE298374651' }],
    });
    expect(seed.rows.products?.[0]?.identifiers).toMatchObject({
      erp: '400100',
      accounting: expect.stringMatching(/^EXT-/),
    });
    expect(seed.rows.paymentTerms?.[1]).toMatchObject({ name: 'Net 30' });
    expect(seed.rows.contacts?.[0]?.last_name).not.toBe('Lindqvist');
    const { text } = await pullFrom(source, { key: undefined });
    const lost = personalTexts(source).filter((each) => !text.includes(JSON.stringify(each)));
    // A product that inherits the description of its parent does not show its own.
    expect(lost).toEqual(['Height-adjustable desk with a solid walnut top']);
  });

  test('has a text in place of a number, and no field that the contract does not have', async () => {
    const source = createMockServer({ seed: demo });
    source.faults.add({
      on: 'contacts.get',
      times: 1,
      status: 200,
      body: { success: true, data: { ...source.db.contacts.list()[0], phone: 493055501, birthday: '1990-01-01' } },
    });
    const { text } = await pullFrom(source);
    expect(text).not.toMatch(/493055501|birthday|1990/);
  });

  test('keeps email addresses of every form, and reads times of every notation', async () => {
    const source = createMockServer({ clock });
    const emails = ['r&d@firma.example', 'info@müller.example'];
    for (const email of emails) source.create.contact({ email });
    source.db.paymentTerms.insert({ from: '2026-01-31T09:00:00+0100', until: '20260131T0900', text: '2026-01-31' });
    const service: MockServer = {
      ...source,
      fetch: async (input, init) => {
        const response = await source.fetch(input, init);
        return new Response((await response.text()).replaceAll('.000Z"', '"'), response);
      },
    };
    const { seed } = await pullFrom(service, { key: undefined });
    expect(seed.rows.contacts?.map(({ email }) => email)).toEqual(emails);
    expect(seed.rows.customers?.map(({ created_at }) => created_at)).toEqual(Array(2).fill('2026-01-31T09:00:00.000Z'));
    expect(seed.placeholders).toEqual([]);
    const anonymous = await pullFrom(source);
    const [terms] = anonymous.seed.rows.paymentTerms ?? [];
    expect(terms).toMatchObject({ from: '2026-01-31T09:00:00+0100', until: '20260131T0900' });
    expect(terms?.['text']).not.toBe('2026-01-31');
  });

  test('describes the values that no operation shows', async () => {
    const { seed, text } = await pullFrom(createMockServer({ seed: demo }));
    expect(seed.placeholders.map(({ table, ids }) => [table, ids])).toEqual([
      ['currencies', undefined],
      ['pricebooks', undefined],
      ['prices', undefined],
    ]);
    expect(JSON.parse(text).$placeholders).toEqual(seed.placeholders);
    expect(createMockServer().importRows(JSON.parse(text)).inserted).toBeGreaterThan(40);
  });
});

describe('policies that change the responses', () => {
  const policies: readonly Partial<MockPolicies>[] = [
    { pagination: 'link:1' },
    { unsetText: 'null', unsetAmount: 'zero' },
    { idCase: 'upper', otherCaseIds: 'not-found' },
    { timestampFormat: 'microseconds' },
    { notFoundStatus: 410, malformedIdStatus: 422, unknownParameters: 'reject' },
  ];
  test.each(policies)('%j', async (given) => {
    const source = createMockServer({ seed: demo, clock, policies: given });
    const { seed } = await pullFrom(source);
    const plain = createMockServer({ seed: demo, clock });
    expect(await readAll(createMockServer({ seed: seed.rows }))).toEqual(await readAll(plain));
    expect(seed.placeholders).toEqual((await pullFrom(plain)).seed.placeholders);
  });

  test('newest-first lists lead to the order of creation', async () => {
    const customers = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z'].map(
      (created_at, index) => ({
        id: `10000000-0000-4000-8000-00000000000${index}`,
        name: 'Acme',
        type: 'company',
        created_at,
      }),
    );
    const { seed } = await pullFrom(createMockServer({ seed: { customers }, policies: { listOrder: 'newest-first' } }));
    expect(seed.rows.customers?.map(({ id }) => id)).toEqual(customers.map(({ id }) => id));
  });

  test('a rate limit delays the calls', async () => {
    const source = createMockServer({ seed: demo });
    source.faults.add({ on: 'products.*', after: 2, times: 3, status: 429, headers: { 'retry-after': '1' } });
    const { seed } = await pullFrom(source);
    expect(seed.rows.products).toHaveLength(6);
    expect(source.journal.list().filter(({ response }) => response.status === 429)).toHaveLength(3);
  });

  test.each(['hidden', 'shown'] as const)('a deleted category that is %s', async (deletedCategory) => {
    const source = createMockServer({ seed: demo, policies: { deletedCategory } });
    const category = source.db.categories.find({ api_name: 'services' });
    await new MasterDataClient(source.clientOptions).categories.delete(category?.id ?? '');
    const { seed } = await pullFrom(source);
    const copy = createMockServer({ seed: seed.rows });
    expect(copy.db.categories.get(category?.id ?? '')?.api_name).toBe('services');
    expect(seed.placeholders.filter(({ table }) => table === 'categories')).toMatchObject([
      { ids: [category?.id], ...(deletedCategory === 'shown' && { fields: ['deleted_at'] }) },
    ]);
  });
});

test('a live category keeps its api_name if a deleted one that the service shows has it too', async () => {
  const source = createMockServer({ seed: demo, policies: { deletedCategory: 'shown' } });
  const [deleted, live] = source.db.categories.list({ parent_category_id: { null: false } });
  for (const { id } of source.db.productParents.list()) {
    source.db.productParents.update(id, { category_ids: [deleted?.id ?? '', live?.id ?? ''] });
  }
  source.db.categories.update(deleted?.id ?? '', { deleted_at: deleted?.updated_at ?? null });
  source.faults.add({
    ...{ on: 'categories.get', match: { params: { id: deleted?.id ?? '' } }, status: 200 },
    body: { success: true, data: { ...source.db.categories.get(deleted?.id ?? ''), api_name: live?.api_name } },
  });
  const { seed } = await pullFrom(source);
  const copy = createMockServer({ seed: seed.rows });
  expect(copy.db.categories.get(live?.id ?? '')?.api_name).toBe(live?.api_name);
  expect(copy.db.categories.get(deleted?.id ?? '')?.api_name).toMatch(/^placeholder_/);
});

describe('a service that changes while it is pulled', () => {
  test('records that disappear become placeholders', async () => {
    const source = createMockServer({ seed: demo });
    const [customer, contact] = [source.db.customers.list()[0], source.db.contacts.list()[0]];
    const product = source.db.products.list()[0];
    const { seed } = await pullFrom(source, {
      onProgress({ resource, done, total }) {
        if (resource === 'paymentTerms' && done === 2) {
          for (const address of source.db.addresses.list({ customer_id: customer?.id ?? '' }))
            source.db.addresses.delete(address.id);
          for (const each of source.db.contacts.list({ customer_id: customer?.id ?? '' }))
            source.db.contacts.delete(each.id);
          source.db.customers.delete(customer?.id ?? '');
        }
        if (resource === 'contacts' && done === total) source.db.products.delete(product?.id ?? '');
      },
    });
    const copy = createMockServer({ seed: seed.rows });
    expect(copy.db.contacts.get(contact?.id ?? '')).toMatchObject({
      customer_id: customer?.id,
      last_name: 'Placeholder',
    });
    expect(copy.db.products.get(product?.id ?? '')?.name).toBe('Placeholder');
    expect(copy.db.customers.get(customer?.id ?? '')?.type).toBe('company');
    const marks = seed.placeholders
      .filter(({ ids }) => ids)
      .map(({ table, ids, fields }) => [table, ids?.length, fields]);
    expect(marks).toEqual(
      expect.arrayContaining([
        ['customers', 1, ['tax_ids']],
        ['contacts', 2, undefined],
        ['products', 1, undefined],
      ]),
    );
  });

  test('a contact and an address that their customer does not list any more become placeholders', async () => {
    const source = createMockServer({ seed: demo });
    const { id = '', customer_id = '' } = source.db.contacts.list()[0] ?? {};
    const address = source.create.address({ customer_id });
    const { seed } = await pullFrom(source, { onProgress: onceListed(source, () => removeContact(source, id)) });
    const copy = createMockServer({ seed: seed.rows });
    expect(copy.db.contacts.get(id)).toMatchObject({ customer_id, last_name: 'Placeholder' });
    expect(copy.db.addresses.get(address.id)).toMatchObject({ customer_id, city: 'Placeholder' });
  });
});

describe('records that contradict each other', () => {
  /** Serves one product in place of all, so that several products have the same prices. */
  async function contradict() {
    const source = createMockServer({ seed: demo });
    const client = new MasterDataClient(source.clientOptions);
    const data = await client.products.get(source.db.products.list()[0]?.id ?? '');
    source.faults.add({ on: 'products.get', status: 200, body: { success: true, data } });
    return source;
  }

  test('are an error, without the advice to pull again if nothing has changed', async () => {
    const message =
      /^the records of the service contradict each other: prices: \d+\.id is already used by an earlier row.*\.$/;
    await expect(pullFrom(await contradict())).rejects.toThrow(message);
  });

  test('are an error with this advice if a record has disappeared, was changed, or was read by an earlier pull', async () => {
    const advice = 'is already used by an earlier row. Some records have changed meanwhile. Pull again.';
    const removed = await contradict();
    const { id = '' } = removed.db.contacts.list()[0] ?? {};
    await expect(
      pullFrom(removed, { onProgress: onceListed(removed, () => removeContact(removed, id)) }),
    ).rejects.toThrow(advice);

    const changed = await contradict();
    const rename = () => changed.db.customers.update(changed.db.customers.list()[0]?.id ?? '', { name: 'New' });
    await expect(pullFrom(changed, { onProgress: onceListed(changed, rename) })).rejects.toThrow(advice);

    const records = new Map<string, PulledRecord>();
    const cache: RecordCache = {
      get: (resource, id) => records.get(`${resource} ${id}`),
      add: (resource, id, record) => void records.set(`${resource} ${id}`, record),
    };
    const cached = await contradict();
    await expect(pullFrom(cached, { cache })).rejects.not.toThrow(advice);
    await expect(pullFrom(cached, { cache })).rejects.toThrow(advice);
  });
});

/** Returns a function that changes a service when the list of customers was read. */
function onceListed(source: MockServer, change: () => unknown): NonNullable<PullOptions['onProgress']> {
  let isListed = false;
  return ({ resource, done }) => {
    if (isListed || resource !== 'customers' || done < source.db.customers.size) return;
    isListed = true;
    change();
  };
}

/** Deletes a contact and the addresses of its customer. */
function removeContact({ db }: MockServer, id: string): void {
  const customer_id = db.contacts.get(id)?.customer_id ?? '';
  for (const address of db.addresses.list({ customer_id })) db.addresses.delete(address.id);
  db.contacts.delete(id);
}
