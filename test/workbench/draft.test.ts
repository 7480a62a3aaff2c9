import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { OwnEndpoint } from '../../mocks/workbench/code/resources.ts';
import { emptyDraft, toRequest } from '../../mocks/workbench/pages/explorer/draft.ts';
import { findOperation } from '../../src/contract/operations.ts';

test('a body in brackets is nested for the client, and sent as it is', () => {
  const endpoint = findOperation('products.update');
  const text = '{"name":"Lamp","shipping[weight]":2}';
  expect(endpoint && toRequest(endpoint, { ...emptyDraft, text })).toMatchObject({
    nested: { name: 'Lamp', shipping: { weight: 2 } },
    sent: { name: 'Lamp', 'shipping[weight]': 2 },
  });
});

test.each([
  [true, { ship: { city: 'Bern' } }],
  [false, { 'ship[city]': 'Bern' }],
])('a body of another operation is nested for the client only if it has brackets: %s', (hasBrackets, nested) => {
  const endpoint: OwnEndpoint = {
    name: 'orders.send',
    method: 'POST',
    path: '/api/orders',
    permission: 'orders:write',
    errors: [],
    body: z.looseObject({}),
    response: z.unknown(),
    hasBrackets,
  };
  const sent = { 'ship[city]': 'Bern' };
  expect(toRequest(endpoint, { ...emptyDraft, text: JSON.stringify(sent) })).toMatchObject({ nested, sent });
  expect(toRequest(endpoint, emptyDraft)).toMatchObject({ nested: {}, sent: {}, body: '{}' });
});
