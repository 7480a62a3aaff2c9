import { test } from 'vitest';
import type { Fault, MockServer } from '../../mocks/index.ts';
import type { RemoteMock } from '../../mocks/remote.ts';

declare const mock: MockServer;
declare const remote: RemoteMock;

test('the conditions of a fault are typed by its operations', () => {
  mock.faults.add({
    on: 'products.update',
    match: { params: { id: '' }, body: { shipping: { weight: 2 } } },
    status: 503,
  });
  mock.faults.add({ on: ['products.get', 'products.update'], match: { body: { name: '' } }, delay: 5 });
  mock.faults.add({ on: 'products.*', match: { params: { id: '' }, user: 'ann' }, status: 403 });
  mock.faults.add({ match: { params: { product_id: '' }, query: { tag: ['a'] } }, status: 503 });
  mock.faults.hold('products.get', { match: { params: { id: '' } } });
  void remote.faults.add({ on: 'products.update', match: { body: { name: '' } }, status: 503 });
  const any: Fault = { on: 'products.update', match: { body: { name: '' } }, status: 503 };
  mock.faults.add(any);

  // @ts-expect-error: the path has no such parameter
  mock.faults.add({ on: 'products.update', match: { params: { product_id: '' } }, status: 503 });
  // @ts-expect-error: the path has no parameters
  mock.faults.add({ on: 'customers.list', match: { params: { id: '' } }, status: 503 });
  // @ts-expect-error: the body has no such field
  mock.faults.add({ on: 'products.update', match: { body: { nam: '' } }, status: 503 });
  // @ts-expect-error: the field has another type
  mock.faults.add({ on: 'products.update', match: { body: { shipping: { weight: '2' } } }, status: 503 });
  // @ts-expect-error: the operation has no body
  mock.faults.add({ on: 'products.get', match: { body: { name: '' } }, status: 503 });
  // @ts-expect-error: a matcher is not JSON
  mock.faults.add({ on: 'products.update', match: { body: { name: { asymmetricMatch: () => true } } }, status: 503 });
  // @ts-expect-error: a token is a secret
  mock.faults.add({ match: { token: '' }, status: 503 });
  // @ts-expect-error: the path has no such parameter
  mock.faults.hold('products.get', { match: { params: { ids: '' } } });
  // @ts-expect-error: the path has no such parameter
  void remote.faults.add({ on: 'products.update', match: { params: { ids: '' } }, status: 503 });
});

test('a sequence has steps, and no effect of its own', () => {
  mock.faults.add({
    name: 'a',
    sequence: [{ status: 503, times: 2 }, { delay: 5 }, { pass: true }, { fault: 'invalid-json' }],
  });
  // @ts-expect-error: no operations
  mock.faults.hold(undefined);
  // @ts-expect-error: a step cannot hold
  mock.faults.add({ sequence: [{ hold: true }] });
  // @ts-expect-error: a step has no conditions
  mock.faults.add({ sequence: [{ status: 503, on: 'products.get' }] });
  // @ts-expect-error: the steps have their own times
  mock.faults.add({ sequence: [{ status: 503 }], times: 2 });
});
