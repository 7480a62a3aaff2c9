/** Rows of files that refer to records by external ids: `customer.id_erp`. */
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createMockServer, defineTable, parseCsv, parseNdjson } from '../../../mocks/index.ts';

const id = (number: number) => `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const customers = [
  { id: id(1), name: 'Halm', type: 'company', id_erp: '0042', id_crm: 'C-1' },
  { id: id(2), name: 'Brandt', type: 'individual', id_erp: '43', id_crm: 'C-1' },
] as const;

const contactsCsv = 'customer.id_erp,id_erp,first_name,last_name,email\n0042,7,Ida,Halm,ida@halm.example\n';
const contacts = parseCsv('contacts', contactsCsv);

test('a seed and an import resolve them, also among rows of the same files', () => {
  const addresses = parseCsv(
    'addresses',
    'Kunde,contact.id_erp,type,address_line1,city,postal_code,country\n0042,7,billing,A 1,B,1,DE\n43,,billing,A 2,B,1,DE',
    { columns: { Kunde: 'customer.id_erp' } },
  );
  const seeded = createMockServer({ seed: { customers, ...contacts, ...addresses } });
  const imported = createMockServer({ seed: { customers: customers.slice(0, 1) } });
  imported.importRows({ ...contacts, ...addresses, customers: customers.slice(1) });
  for (const { db } of [seeded, imported]) {
    const [contact] = db.contacts.list();
    expect(contact).toMatchObject({ customer_id: id(1), id_erp: '7' });
    expect(Object.keys(contact ?? {})).not.toContain('customer.id_erp');
    expect(db.addresses.list()).toMatchObject([
      { customer_id: id(1), contact_id: contact?.id },
      { customer_id: id(2), contact_id: null },
    ]);
  }
});

test('several external ids, and the id, identify one record', () => {
  const row = { first_name: 'Ida', last_name: 'Halm', email: 'ida@halm.example' };
  const mock = createMockServer({ seed: { customers } });
  const rowOf = (reference: object) => parseNdjson('contacts', JSON.stringify({ ...row, ...reference }));
  const given = { 'customer.id_erp': '43', customer_id: id(2).toUpperCase(), 'customer.id_accounting': null };
  expect(mock.importRows(rowOf(given)).inserted).toBe(1);
  const same = 'must be that of the same record as customer_id and its other columns';
  for (const [reference, message] of [
    [
      { 'customer.id_erp': '44' },
      'customer.id_erp must be the id_erp of one Customer in this workspace, received "44"',
    ],
    [{ 'customer.id_erp': 43 }, 'customer.id_erp must be the id_erp of one Customer in this workspace, received 43'],
    [
      { 'customer.id_crm': 'C-1' },
      'customer.id_crm must be the id_crm of one Customer in this workspace, received that',
    ],
    [{ 'customer.id_erp': '43', customer_id: id(1) }, `customer.id_erp ${same}`],
    [{ 'customer.id_erp': '43', workspace_id: id(9) }, 'customer.id_erp must be the id_erp of one Customer'],
    [{ 'customer.id_name': '43' }, 'customer_id is required; line 1.customer.id_name is not a known field'],
  ] as const) {
    expect(() => mock.importRows(rowOf(reference))).toThrow(`contacts: line 1.${message}`);
    expect(() => createMockServer({ seed: { customers, ...rowOf(reference) } })).toThrow(`line 1.${message}`);
  }
  expect(mock.db.contacts.size).toBe(1);
});

test('an update clears a reference that can be null, and keeps the others', () => {
  const mock = createMockServer({ seed: { customers, ...contacts } });
  const contact = mock.db.contacts.list()[0];
  const address = mock.create.address({ customer_id: id(1), contact_id: contact?.id ?? null });
  const file = `id,customer.id_erp,contact.id_erp,city\n${address.id},,,Kiel\n`;
  mock.importRows(parseCsv('addresses', file), { existing: 'update' });
  expect(mock.db.addresses.get(address.id)).toMatchObject({ customer_id: id(1), contact_id: null, city: 'Kiel' });
});

test('an external id of another workspace is none', () => {
  const other = { id: id(5), name: 'Other' };
  const moved = customers.map((each) => ({ ...each, workspace_id: other.id }));
  const seed = { workspaces: [other], customers: moved, ...contacts };
  expect(() => createMockServer({ seed })).toThrow('must be the id_erp of one Customer in this workspace');
  const withWorkspace = contactsCsv.replace('id_erp,', 'id_erp,workspace_id,').replace('0042,', `0042,${other.id},`);
  const mock = createMockServer({ seed: { ...seed, ...parseCsv('contacts', withWorkspace) } });
  expect(mock.db.contacts.list()).toMatchObject([{ customer_id: id(1), workspace_id: other.id }]);
});

test('one of your own tables refers to them by its references', () => {
  const notes = defineTable({
    name: 'notes',
    row: z.object({ text: z.string(), customer_id: z.guid() }),
    references: { customer_id: 'customers' },
  });
  const file = 'text,customer.id_erp\nCall,43\n';
  for (const table of [notes, 'notes' as never]) {
    const mock = createMockServer({ tables: [notes], seed: { customers, ...parseCsv(table, file) } });
    expect(mock.db.notes.list()).toMatchObject([{ text: 'Call', customer_id: id(2) }]);
  }
});

test('a missing reference is named', () => {
  expect(() => parseCsv('contacts', 'first_name,last_name,email\n')).toThrow(
    'columns of contacts are missing: customer_id',
  );
  const rows = parseCsv('contacts', contactsCsv.replace('0042', ''));
  expect(() => createMockServer({ seed: { customers, ...rows } })).toThrow('line 2.customer_id is required');
});
