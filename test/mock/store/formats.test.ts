/** The notations of email addresses and timestamps that every writer of rows accepts. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { type CustomerRow, createMockServer, defineTable, parseCsv, type WhereValues } from '../../../mocks/index.ts';
import { plausible } from '../../../mocks/plausible.ts';
import { MasterDataClient } from '../../../src/index.ts';
import { contactUpdateSchema } from '../../../src/schemas.ts';
import { call, invalidFields, startMock } from '../helpers.ts';

// A time without an offset is in UTC, whatever the time zone of the machine.
beforeEach(() => {
  vi.stubEnv('TZ', 'America/New_York');
});

describe('an email address', () => {
  const emails = ['r&d@firma.example', 'a/b@c.example', 'info@müller.example', 'user@localhost', "o'hara!@d.example"];

  test.each(emails)('can be %s in PATCH, seeds, CSV, factories, imports and own operations', async (email) => {
    const source = startMock({ operations: plausible });
    const contact = source.create.contact({ email });
    expect(source.db.contacts.get(contact.id)?.email).toBe(email);
    const updated = await call(source, 'PATCH', `/api/contacts/${contact.id}`, { email });
    expect(updated).toMatchObject({ status: 200, body: { data: { email } } });
    const { customer_id } = contact;
    const fields = { customer_id, first_name: 'Ada', last_name: 'King' };
    expect(await call(source, 'POST', '/api/contacts', { ...fields, email })).toMatchObject({
      status: 201,
      body: { data: { email } },
    });
    source.importRows({ contacts: [{ ...fields, email }] });
    source.importRows(
      parseCsv('contacts', `customer_id,first_name,last_name,email\n${customer_id},Ada,King,"${email}"\n`),
    );
    expect(source.db.contacts.list({ email })).toHaveLength(4);

    const seed = { customers: source.db.customers.list(), contacts: source.db.contacts.list() };
    expect(createMockServer({ seed }).db.contacts.list({ email })).toHaveLength(4);
  });

  test.each(emails)('can be %s for a client that validates its requests', async (email) => {
    const mock = startMock();
    const { contacts } = new MasterDataClient({ ...mock.clientOptions, validation: { requests: 'throw' } });
    expect((await contacts.update(mock.create.contact().id, { email })).email).toBe(email);
    expect(contactUpdateSchema.safeParse({ email }).success).toBe(true);
  });

  test.each(['ida', '@c.example', 'a@', 'a@b@c.example', 'a b@c.example', 'a@c.example ', '"a b"@c.example', ''])(
    'cannot be %j',
    async (email) => {
      const mock = startMock();
      const { id } = mock.create.contact();
      const rejected = await call(mock, 'PATCH', `/api/contacts/${id}`, { email });
      expect(invalidFields(rejected)).toEqual(['email']);
      expect(JSON.stringify(rejected.body)).toContain('must be an email address');
      expect(() => mock.db.contacts.update(id, { email })).toThrow('email must be an email address');
    },
  );
});

/** Timestamps, with the form in which rows store them. */
const notations: readonly (readonly [string, string])[] = [
  ['2024-01-01T10:00:00', '2024-01-01T10:00:00.000Z'],
  ['2024-01-01T10:00Z', '2024-01-01T10:00:00.000Z'],
  ['2024-01-01T10:00:00+02', '2024-01-01T08:00:00.000Z'],
  // As long as a timestamp in UTC with milliseconds.
  ['2024-01-01T10:00:00+0200', '2024-01-01T08:00:00.000Z'],
  ['2024-01-01T10:00:00.5000', '2024-01-01T10:00:00.500Z'],
  ['20240101T100000,25-03:30', '2024-01-01T13:30:00.250Z'],
];

describe.each(notations)('the timestamp %s', (created_at, stored) => {
  const customer = { name: 'Halm', type: 'company' } as const;

  test('is stored in UTC with milliseconds by every writer', () => {
    const seed = { customers: [{ ...customer, created_at }] };
    const mock = startMock({ seed });
    mock.db.customers.insert({ ...customer, created_at });
    mock.create.customer({ created_at });
    mock.importRows(seed);
    mock.importRows(parseCsv('customers', `name,type,created_at\nHalm,company,"${created_at}"\n`));
    const { id } = mock.create.customer();
    mock.db.customers.update(id, { created_at });
    expect(mock.db.customers.list().map((row) => row.created_at)).toEqual(Array(6).fill(stored));
    const { tables, ...rest } = mock.snapshot().toJSON();
    const customers = mock.db.customers.list().map((row) => ({ ...row, created_at }));
    mock.restore({ ...rest, tables: { ...tables, customers } });
    expect(mock.db.customers.list().map((row) => row.created_at)).toEqual(Array(6).fill(stored));
  });

  test('orders the other timestamps of a row', () => {
    const mock = startMock();
    const row = mock.db.customers.insert({ ...customer, updated_at: created_at });
    expect([row.created_at, row.updated_at]).toEqual([stored, stored]);
    const category = mock.db.categories.insert({ name: 'Desks', api_name: 'desks', deleted_at: created_at });
    expect([category.created_at, category.deleted_at]).toEqual([stored, stored]);
  });

  test('is stored in the same form in one of your own tables', () => {
    const notes = defineTable({ name: 'notes', row: z.looseObject({ text: z.string() }) });
    const { db } = createMockServer({ tables: [notes] });
    const note = db.notes.insert({ text: 'Call', created_at });
    expect(note.created_at).toBe(stored);
    expect(db.notes.find({ created_at })).toEqual(note);
  });

  test('finds the rows with this time', () => {
    const mock = startMock();
    const { id } = mock.db.customers.insert({ ...customer, created_at: stored });
    mock.db.customers.insert(customer);
    const conditions: readonly WhereValues<CustomerRow>[] = [
      { created_at },
      { created_at: { eq: created_at } },
      { created_at: { in: [created_at] } },
      { created_at: { gte: created_at, lte: created_at } },
    ];
    for (const where of conditions) expect(mock.db.customers.list(where).map((row) => row.id)).toEqual([id]);
    expect(mock.db.customers.list({ created_at: { gt: created_at } })).toHaveLength(1);
    expect(mock.db.customers.list({ created_at: { lt: created_at } })).toHaveLength(0);
  });

  test('changes nothing if it is imported again', () => {
    const mock = startMock();
    const { id } = mock.db.customers.insert({ ...customer, created_at: stored });
    const rows = { customers: [{ id, ...customer, created_at }] };
    expect(mock.importRows(rows, { existing: 'update' })).toMatchObject({ kept: 1, updated: 0 });
  });

  test('sets the clock to this time', () => {
    const mock = createMockServer({ clock: created_at });
    expect(mock.clock.now()).toBe(Date.parse(stored));
    mock.clock.set(0);
    mock.clock.set(created_at);
    expect(mock.clock.now()).toBe(Date.parse(stored));
  });
});

test('a part of a timestamp finds the timestamps that contain it', () => {
  const mock = startMock();
  mock.create.customer();
  expect(mock.db.customers.list({ created_at: { contains: '2026-03-02T12' } })).toHaveLength(1);
});

test.each(['0000-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01'])(
  'the timestamp %s is rejected, because its year in UTC has not four digits',
  (created_at) => {
    const insert = () => startMock().db.customers.insert({ name: 'Halm', type: 'company', created_at });
    expect(insert).toThrow('created_at must be in the years 0 to 9999');
  },
);
