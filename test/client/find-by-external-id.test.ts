import { describe, expect, test } from 'vitest';
import { findByExternalId } from '../../src/helpers/find-by-external-id.ts';
import { addressListItem, customerListItem, ids, productParent } from './records.ts';
import { connect, rejection, serve } from './server.ts';

const records = [
  { ...customerListItem, id: '1', id_crm: 'a', id_erp: 'K-1', id_accounting: null },
  { ...customerListItem, id: '2', id_crm: 'a', id_erp: 'K-2', id_accounting: null },
  { ...customerListItem, id: '3', id_crm: null, id_erp: null, id_accounting: '7' },
];

describe('findByExternalId', () => {
  test('finds a record in the call of a list, or in its records', async () => {
    const server = await serve({ json: { success: true, data: records } });
    const client = connect(server, { validation: { responses: 'off' } });
    expect(await findByExternalId(client.customers.list(), { id_erp: 'K-2' })).toMatchObject({ id: '2' });
    expect(await findByExternalId(await client.customers.list(), { id_accounting: '7' })).toMatchObject({ id: '3' });
    expect(await findByExternalId(records, { id_crm: 'a', id_erp: 'K-1' })).toMatchObject({ id: '1' });
    expect(await findByExternalId(records, { id_erp: 'K-3' })).toBeUndefined();
    expect(await findByExternalId(records, { id_crm: 'a', id_erp: 'K-3' })).toBeUndefined();
  });

  test('skips what is not a record', async () => {
    const server = await serve({ json: { success: true, data: [null, 7, ...records] } });
    const client = connect(server, { validation: { responses: 'off' } });
    expect(await findByExternalId(client.customers.list(), { id_erp: 'K-2' })).toMatchObject({ id: '2' });
  });

  test('accepts all lists whose records have identifiers', async () => {
    const server = await serve(
      { json: { success: true, data: [addressListItem] } },
      { json: { success: true, data: [productParent] } },
    );
    const client = connect(server);
    const address = await findByExternalId(client.addresses.list({ customer_id: ids.customer }), { id_erp: 'K-100' });
    expect(address?.city).toBe(addressListItem.city);
    const parent = await findByExternalId(client.productParents.list(), { id_erp: 'K-100' });
    expect(parent?.api_name).toBe(productParent.api_name);
  });

  test('rejects if several records match', async () => {
    const error = await rejection(findByExternalId(records, { id_crm: 'a' }));
    expect(error).toMatchObject({ name: 'MasterDataError', message: '2 records have {"id_crm":"a"}: 1, 2' });
  });

  test.each([{}, { id_erp: '' }, { id_erp: undefined }, { id_erp: null }, { id_crm: 'a', id_erp: undefined }])(
    'does not look for %j, which every record without an identifier would have',
    async (by) => {
      // @ts-expect-error what the types do not let through either
      expect(await rejection(findByExternalId(records, by))).toMatchObject({ name: 'InvalidRequestError' });
    },
  );

  test.each([undefined, null, 'a', { id_crm: 7n }, { id_crm: Symbol('a') }, []])(
    'rejects the wrong identifiers %s',
    async (by) => {
      expect(await rejection(findByExternalId(records, by as never))).toMatchObject({
        name: 'InvalidRequestError',
        message: expect.stringContaining('must have a non-empty id_crm, id_erp or id_accounting, received '),
      });
    },
  );

  test.each([
    [{ id_crm: 'a', idErp: 'b' }, 'Unknown identifier "idErp". Did you mean "id_erp"?'],
    [{ id_crm: 'a', name: 'b' }, 'Unknown identifier "name".'],
  ])('rejects %j, whose unknown member it would ignore', async (by, problem) => {
    expect(await rejection(findByExternalId(records, by))).toMatchObject({
      name: 'InvalidRequestError',
      message: `findByExternalId: ${problem} Valid identifiers: id_crm, id_erp, id_accounting.`,
    });
  });

  test('does not show a text, which may be a token', async () => {
    expect(await rejection(findByExternalId(records, 'secret' as never))).toMatchObject({
      message: expect.stringMatching(/, received a string$/),
    });
  });

  test.each([undefined, null, 7, {}, Promise.resolve(null)])('rejects the wrong list %s', async (list) => {
    expect(await rejection(findByExternalId(list as never, { id_crm: 'a' }))).toMatchObject({
      name: 'InvalidRequestError',
      message: expect.stringContaining('the list must be iterable, received '),
    });
  });

  test('rejects with the error of the list', async () => {
    const server = await serve({ status: 403, json: { success: false, error: 'Forbidden' } });
    expect(await rejection(findByExternalId(connect(server).customers.list(), { id_crm: 'a' }))).toMatchObject({
      name: 'PermissionDeniedError',
    });
  });
});
