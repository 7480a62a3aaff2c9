import { expect, test } from 'vitest';
import type { Fault } from '../../mocks/controls/faults/fault-kinds.ts';
import { parseDraft, toDraft } from '../../mocks/workbench/pages/failures/fault-draft.ts';

test.each<Fault>([
  { on: 'customers.get', status: 503 },
  { on: 'customers.get', status: 503, body: '' },
  { on: 'customers.get', status: 503, body: 'Tea' },
  { on: 'customers.get', status: 503, body: '{"a":1}' },
  { on: 'customers.get', status: 503, body: '1e3' },
  { on: 'customers.get', status: 503, body: { a: 1 } },
  { on: 'customers.get', status: 503, body: null },
  { on: 'customers.list', status: 503, match: { query: { status: ['a', 'b'], name: 'c' } } },
])('the form of a fault does not change it: %j', (fault) => {
  expect(parseDraft(toDraft(fault), 'any')).toEqual({ fault });
});
