import { expect, test } from 'vitest';
import { createMockServer } from '../../mocks/index.ts';
import { describeEffect, describeScope } from '../../mocks/workbench/state/describe-fault.ts';
import { groupFaults, isActive } from '../../mocks/workbench/state/fault-groups.ts';

test('describes the calls of a fault in one short line without invisible characters', () => {
  const mock = createMockServer();
  mock.faults.add({ on: 'products.*', match: { user: 'a\u202eb' }, after: 1, times: 2, status: 503 });
  mock.faults.add({ match: { body: { name: 'W'.repeat(20_000) } }, delay: { min: 5, max: 2_000 } });
  const [first, second] = mock.faults.list();
  expect(first && [describeEffect(first), describeScope(first)]).toEqual([
    '503',
    'products.*, only user a\\u{202e}b, after 1 call, 2 calls',
  ]);
  expect(second && describeEffect(second)).toBe('delay of 5 to 2,000 ms');
  expect(second && describeScope(second).length).toBeLessThan(210);
});

test('recognizes presets, and faults that are used up', () => {
  const mock = createMockServer();
  mock.faults.add('maintenance');
  mock.faults.add({ name: 'used', times: 1, status: 500 });
  const [preset, used] = groupFaults(mock.faults.list().map((fault) => (fault.name ? { ...fault, hits: 1 } : fault)));
  expect([preset?.preset, preset && isActive(preset)]).toEqual(['maintenance', true]);
  expect([used?.preset, used && isActive(used)]).toEqual([undefined, false]);
});
