import { expect, test } from 'vitest';
import { explainFailure } from '../../../mocks/controls/explain-failure.ts';
import type { Fault } from '../../../mocks/index.ts';
import { call, startMock } from '../helpers.ts';

/** Nested so deeply that `JSON.stringify` fails. */
const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;

test('a deep body is compared with the body of a fault', async () => {
  const mock = startMock({ faults: [{ on: 'customers.create', match: { body: { name: 'x' } }, status: 503 }] });
  expect((await call(mock, 'POST', '/api/customers', deep)).status).toBe(400);
  expect((await call(mock, 'POST', '/api/customers', `{"name": ${deep}}`)).status).toBe(400);
  expect(mock.journal.list().map(({ closestFault }) => closestFault?.differences)).toEqual([
    ['body: expected {"name":"x"}, received an array'],
    ['body.name: expected "x", received an array'],
  ]);
});

test('100,000 parameters of a query are compared with a fault', async () => {
  const query = Array.from({ length: 100_000 }, (_, index) => `p${index}`).join('&');
  const fault: Fault = { match: { query: { p7: ['', 'x'] } }, status: 503 };
  expect((await call(startMock({ faults: [fault] }), 'GET', `/api/customers?${query}&p7=x`)).status).toBe(503);
});

test('60,000 infinite numbers are rejected', async () => {
  const entries = '{"tax": 1e999},'.repeat(60_000);
  const { status, body } = await call(startMock(), 'POST', '/api/customers', `{"tax_ids": [${entries}{}]}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ details: { length: 101 } });
});

test('20,000 secrets in a URL are replaced', async () => {
  const mock = startMock();
  const secrets = Array.from({ length: 20_000 }, (_, index) => `key=${10_000_000 + index}`).join('&');
  await call(mock, 'POST', `/api/customers?${secrets}&token=${mock.token}`, { name: mock.token });
  const entry = mock.journal.last();
  expect(entry.url).toMatch(/^\/api\/customers\?(?:key=\[token\]&){20000}token=\[token\]$/);
  expect(entry.body).toEqual({ name: '[token]' });
});

test('thousands of issues are counted', async () => {
  const mock = startMock();
  const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field_${index}`, 1]));
  const { status, body } = await call(mock, 'POST', '/api/customers', { name: 'Halm', type: 'company', ...unknown });
  expect(status).toBe(400);
  expect(body).toMatchObject({ details: { 99: { path: 'field_99' }, 100: { message: 'has 19900 more issues' } } });
});

test('a full sandbox is not explained as a failure of the mock', () => {
  const body = { success: false, error: 'Sandbox full: the limit is 8 MB. Delete records first.' };
  expect(explainFailure({ response: { status: 507, body } })).toMatchObject({
    title: body.error,
    text: 'The sandbox has reached its limit, so nothing was stored.',
  });
});

test('details of an error with names of methods are explained', () => {
  const response = { status: 400, body: { error: 'Wrong', details: [{ path: 'a', message: { toString: 1 } }, {}] } };
  expect(explainFailure({ response })?.issues).toEqual([
    { path: 'a', message: '{"toString":1}' },
    { path: '', message: '{}' },
  ]);
  const named = { status: 400, body: { error: 'Wrong', details: { a: { valueOf: null, toString: null } } } };
  expect(explainFailure({ response: named })?.issues).toEqual([
    { path: 'a', message: '{"valueOf":null,"toString":null}' },
  ]);
});
