import { expect, test, vi } from 'vitest';
import { type Change, demo, type MockServer } from '../../../mocks/index.ts';
import { call, startMock, unknownId } from '../helpers.ts';

function observe() {
  const mock = startMock({ seed: demo });
  const onChange = vi.fn<(change: Change) => void>();
  const stop = mock.onChange(onChange);
  /** Returns the changes of a call or a direct write: the records by collection and key. */
  const changesOf = async (run: () => unknown) => {
    onChange.mockClear();
    await run();
    return onChange.mock.calls.map(([{ written, deleted }]) => ({
      written: written.map(({ collection, key }) => `${collection} ${key}`),
      deleted: deleted.map(({ collection, key }) => `${collection} ${key}`),
    }));
  };
  return { mock, stop, onChange, changesOf };
}

const rack = { api_name: 'rack', recurrence_type: 'one_off', name: 'Rack' };
const list = (mock: MockServer) => call(mock, 'GET', '/api/customers');

test('a call of the API is one change, with all its rows', async () => {
  const { mock, changesOf } = observe();
  const [change, ...others] = await changesOf(() => call(mock, 'POST', '/api/products', rack));
  expect(others).toEqual([]);
  const parent = mock.db.productParents.find({ api_name: 'rack' });
  const product = mock.db.products.find({ api_name: 'rack' });
  const prices = mock.db.prices.list({ product_id: product?.id ?? '' });
  expect(change?.written.toSorted()).toEqual(
    [
      `productParents ${parent?.id}`,
      `products ${product?.id}`,
      ...prices.map(({ id }) => `prices ${id}`),
      'settings ids',
    ].toSorted(),
  );
  expect(change?.deleted).toEqual([]);
});

test('a direct write is one change, and happens before its listeners are called', async () => {
  const { mock, changesOf } = observe();
  const before = mock.snapshot();
  const [{ id = '' } = {}] = mock.db.customers.list();
  expect(await changesOf(() => mock.db.customers.update(id, { name: 'Y' }))).toEqual([
    { written: [`customers ${id}`], deleted: [] },
  ]);
  const customer = mock.db.customers.insert({ name: 'X', type: 'company' });
  expect(await changesOf(() => mock.db.customers.delete(customer.id))).toEqual([
    { written: [], deleted: [`customers ${customer.id}`] },
  ]);
  expect(await changesOf(() => mock.tokens.issue({ token: 'second', user: 'ada' }))).toEqual([
    { written: ['tokens second'], deleted: [] },
  ]);
  expect(await changesOf(() => mock.tokens.revoke('second'))).toEqual([{ written: [], deleted: ['tokens second'] }]);
  // A product consists of several rows, and a factory counts.
  const [created, ...others] = await changesOf(() => mock.create.product({}, { traits: ['flat-prices'] }));
  expect(others).toEqual([]);
  expect(created?.written).toContain('settings sequences');
  expect(await changesOf(() => mock.restore(before))).toHaveLength(1);

  let seen: unknown;
  mock.onChange(() => {
    seen = mock.db.products.find({ api_name: 'rack' })?.name;
  });
  await call(mock, 'POST', '/api/products', rack);
  expect(seen).toBe('Rack');
});

test('a setting is a change', async () => {
  const { mock, onChange, changesOf } = observe();
  const written = (name: string) => [{ written: [`settings ${name}`], deleted: [] }];
  expect(await changesOf(() => Object.assign(mock.policies, { createdStatus: 200 }))).toEqual(written('policies'));
  expect(onChange.mock.lastCall?.[0].written[0]?.value).toMatchObject({ value: { createdStatus: 200 } });
  expect(await changesOf(() => mock.faults.add({ on: 'customers.list', times: 2, delay: 1 }))).toEqual(
    written('faults'),
  );
  expect(await changesOf(() => mock.clock.set('2030-01-01'))).toEqual(written('clock'));
  // The fault counts the call.
  expect(await changesOf(() => list(mock))).toEqual(written('faults'));
  expect(await changesOf(() => mock.faults.clear())).toEqual(written('faults'));
  Object.assign(mock.policies, { rateLimit: { limit: 5 } });
  expect(await changesOf(() => list(mock))).toEqual(written('rateLimits'));
});

test('a write that changes nothing is not a change', async () => {
  const { mock, stop, changesOf } = observe();
  mock.reset();
  expect(await changesOf(() => list(mock))).toEqual([]);
  expect(await changesOf(() => call(mock, 'POST', '/api/customers', { type: 'x' }))).toEqual([]);
  expect(await changesOf(() => call(mock, 'PATCH', `/api/products/${unknownId}`, {}))).toEqual([]);
  expect(await changesOf(() => mock.tokens.revoke('unknown'))).toEqual([]);
  expect(await changesOf(() => mock.db.customers.delete(unknownId))).toEqual([]);
  expect(await changesOf(() => mock.reset())).toEqual([]);
  expect(await changesOf(() => mock.restore(JSON.parse(JSON.stringify(mock.snapshot()))))).toEqual([]);
  stop();
  expect(await changesOf(() => mock.create.customer())).toEqual([]);
});

test('a reset is one change of what differs, in the order of the seed', async () => {
  const { mock, changesOf } = observe();
  mock.reset();
  const before = mock.snapshot().toJSON();
  const [{ id = '' } = {}] = mock.db.customers.list();
  mock.db.customers.update(id, { name: 'Changed' });
  const [address = { id: '' }] = mock.db.addresses.list();
  mock.db.addresses.delete(address.id);
  const added = mock.create.customer();
  const [change, ...others] = await changesOf(() => mock.reset());
  expect(others).toEqual([]);
  expect(change?.written).toEqual([`customers ${id}`, `addresses ${address.id}`, 'settings ids', 'settings sequences']);
  expect(change?.deleted).toEqual([`customers ${added.id}`]);
  expect(mock.snapshot().toJSON()).toEqual(before);
});

test('an error of a listener changes nothing', async () => {
  const { mock } = observe();
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  mock.onChange(() => {
    throw new Error('listener');
  });
  expect((await call(mock, 'POST', '/api/products', rack)).status).toBe(201);
  expect(report).toHaveBeenCalledOnce();
  expect(String(report.mock.calls[0])).toContain('A listener of onChange()');
  report.mockRestore();
});
