import { expect, test } from 'vitest';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { demo } from '../../../mocks/index.ts';
import { ControlClient } from '../../../mocks/remote/control-client.ts';
import { startMock } from '../helpers.ts';

const customers = { table: 'customers' } as const;

function start() {
  const mock = startMock({ seed: demo });
  const control = new ControlClient(`${new URL(mock.baseUrl).origin}/__mock/`, undefined, createControlFetch(mock));
  const rows = mock.db.customers.list();
  return { mock, control, rows, ids: rows.map(({ id }) => id) };
}

test('changes the same fields of several rows in one change, and undoes it', async () => {
  const { mock, control, rows, ids } = start();
  const changes: number[] = [];
  mock.onChange(({ written }) => changes.push(written.length));
  const body = { ids: [...ids, ids[0]?.toUpperCase() ?? ''], fields: { id_erp: '7' } };
  const updated = await control.call('PATCH /db/{table}', { params: customers, body });
  expect(updated).toMatchObject({ inserted: 0, updated: rows.length, kept: 0 });
  expect(mock.db.customers.list().map(({ id_erp }) => id_erp)).toEqual(rows.map(() => '7'));
  expect(changes).toEqual([rows.length]);
  await control.call('DELETE /import/{id}', { params: { id: updated.id } });
  expect(mock.db.customers.list()).toEqual(rows);
});

test.each([
  [{ name: 7 }, 'customers: 0.name must be a string, received number'],
  [{ nam: 'x' }, '0.nam'],
  [{ id: '1' }, 'update: fields: must not contain the id'],
])('changes nothing if a field is not valid: %j', async (fields, message) => {
  const { mock, control, rows, ids } = start();
  await expect(control.call('PATCH /db/{table}', { params: customers, body: { ids, fields } })).rejects.toThrow(
    message,
  );
  expect(mock.db.customers.list()).toEqual(rows);
});

test('rejects values that collide with each other', async () => {
  const { mock, control } = start();
  const rows = mock.db.categories.list();
  const body = { ids: rows.map(({ id }) => id), fields: { api_name: 'same' } };
  await expect(control.call('PATCH /db/{table}', { params: { table: 'categories' }, body })).rejects.toThrow(
    'is already used by another category',
  );
  expect(mock.db.categories.list()).toEqual(rows);
});

test('does not insert a row that was deleted', async () => {
  const { mock, control, rows, ids } = start();
  const missing = '00000000-0000-4000-8000-000000000000';
  const body = { ids: [...ids, missing], fields: { name: 'Acme', type: 'company' } };
  await expect(control.call('PATCH /db/{table}', { params: customers, body })).rejects.toMatchObject({
    message: `customers: id must be the id of a Customer, received ${missing}`,
  });
  expect(mock.db.customers.list()).toEqual(rows);
});
