import { expect, test, vi } from 'vitest';
import { demo } from '../../mocks/index.ts';
import { call, startMock, unknownId } from './helpers.ts';

function watched() {
  const mock = startMock({ seed: demo });
  const changed = vi.fn();
  const stop = mock.onChange(changed);
  /** Number of calls of the listener during a request. */
  const during = async (run: () => unknown) => {
    changed.mockClear();
    await run();
    return changed.mock.calls.length;
  };
  return { mock, stop, during };
}

test('onChange tells of each change, whoever makes it, once it is made', async () => {
  const { mock, during } = watched();
  const rack = { api_name: 'rack', recurrence_type: 'one_off', name: 'Rack' };
  const before = mock.snapshot();
  const token = mock.tokens.issue();
  const customer = mock.db.customers.insert({ name: 'X', type: 'company' });

  // A product consists of several rows.
  expect(await during(() => call(mock, 'POST', '/api/products', rack))).toBe(1);
  expect(await during(() => mock.db.customers.update(customer.id, { name: 'Y' }))).toBe(1);
  expect(await during(() => mock.db.customers.delete(customer.id))).toBe(1);
  expect(await during(() => mock.tokens.issue())).toBe(1);
  expect(await during(() => mock.tokens.revoke(token))).toBe(1);
  expect(await during(() => mock.restore(before))).toBe(1);
  expect(await during(() => mock.reset())).toBe(1);

  let seen: unknown;
  mock.onChange(() => {
    seen = [mock.db.productParents.find({ api_name: 'rack' })?.name, mock.db.products.find({ api_name: 'rack' })?.name];
  });
  await call(mock, 'POST', '/api/products', rack);
  expect(seen).toEqual(['Rack', 'Rack']);
});

test('onChange tells nothing of what changes nothing, and nothing any more once it is ended', async () => {
  const { mock, stop, during } = watched();
  expect(await during(() => call(mock, 'GET', '/api/customers'))).toBe(0);
  expect(await during(() => call(mock, 'POST', '/api/customers', { type: 'x' }))).toBe(0);
  expect(await during(() => call(mock, 'PATCH', `/api/products/${unknownId}`, {}))).toBe(0);
  expect(await during(() => mock.tokens.revoke('unknown'))).toBe(0);
  expect(await during(() => mock.db.customers.delete(unknownId))).toBe(0);
  stop();
  expect(await during(() => mock.reset())).toBe(0);
});
