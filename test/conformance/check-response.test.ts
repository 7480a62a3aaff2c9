import { expect, test, vi } from 'vitest';
import { checkResponse } from '../../mocks/conformance/check-response.ts';
import { isEquivalent } from '../../mocks/conformance/compare-values.ts';
import type { Exchange } from '../../mocks/conformance/exchange.ts';
import { redactValues } from '../../mocks/conformance/redact.ts';

/** Returns the findings about the records of a list of customers. */
function findingsOf(data: readonly object[]) {
  const exchange: Partial<Exchange> = {
    call: { method: 'GET', url: '/api/customers', operation: 'customers.list', isValid: true },
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: '{}',
    json: { success: true, data },
  };
  return checkResponse(exchange as Exchange);
}

test('a long list is checked by 1,000 records, from its start to its end', () => {
  const read = new Set<number>();
  const data = Array.from({ length: 5000 }, (_, at) => ({
    get id() {
      read.add(at);
      return at;
    },
  }));
  const findings = findingsOf(data);
  expect(findings).toContainEqual({ problem: 'missing', field: 'name', message: 'is required' });
  expect(read.size).toBe(1000);
  expect(Math.max(...read)).toBe(4995);
});

const notations = [
  '2024-01-01T10:00:00',
  '2024-01-01T10:00Z',
  '2024-01-01T12:00:00+02',
  '2024-01-01T12:00:00+0200',
  '20240101T100000,0Z',
];

test.each(notations)(
  'the timestamp %s of a record is one of ISO 8601, and equal to others of the same time',
  (text) => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(findingsOf([{ created_at: text }]).map(({ field }) => field)).not.toContain('created_at');
    for (const other of [...notations, '2024-01-01T10:00:00.000Z']) expect(isEquivalent(text, other)).toBe(true);
    expect(isEquivalent(text, '2024-01-01T10:00:01Z')).toBe(false);
    expect(redactValues({ data: [{ created_at: text }] })).toEqual({ data: [{ created_at: '<timestamp>' }] });
  },
);

test.each(['2024-01-01', '2024-02-30T10:00:00Z', 'yesterday', ''])('%j is no timestamp of a record', (created_at) => {
  const message = 'must be an ISO 8601 date and time';
  expect(findingsOf([{ created_at }])).toContainEqual({ problem: 'type', field: 'created_at', message });
});
