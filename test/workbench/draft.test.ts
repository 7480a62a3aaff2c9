import { expect, test } from 'vitest';
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
