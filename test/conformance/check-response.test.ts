import { expect, test } from 'vitest';
import { checkResponse } from '../../mocks/conformance/check-response.ts';
import type { Exchange } from '../../mocks/conformance/exchange.ts';

test('a long list is checked by 1,000 records, from its start to its end', () => {
  const read = new Set<number>();
  const data = Array.from({ length: 5000 }, (_, at) => ({
    get id() {
      read.add(at);
      return at;
    },
  }));
  const exchange: Partial<Exchange> = {
    call: { method: 'GET', url: '/api/customers', operation: 'customers.list', isValid: true },
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: '{}',
    json: { success: true, data },
  };
  const findings = checkResponse(exchange as Exchange);
  expect(findings).toContainEqual({ problem: 'missing', field: 'name', message: 'is required' });
  expect(read.size).toBe(1000);
  expect(Math.max(...read)).toBe(4995);
});
