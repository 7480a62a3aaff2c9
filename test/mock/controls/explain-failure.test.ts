import { expect, test } from 'vitest';
import { explainFailure } from '../../../mocks/controls/explain-failure.ts';
import { createMockServer, type MockServer } from '../../../mocks/index.ts';

const none = '00000000-0000-4000-8000-000000000000';

/** Sends a request and returns the text of its explanation. */
async function explainCall(mock: MockServer, method: string, path: string, body?: object): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' };
  await mock.fetch(`${mock.baseUrl}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return explainFailure(mock.journal.last())?.text;
}

test.each([400, 404, 422] as const)('a malformed id with status %i is explained', async (malformedIdStatus) => {
  const mock = createMockServer({ policies: { malformedIdStatus } });
  expect(await explainCall(mock, 'GET', '/api/customers/7')).toBe('An id in the path is not a UUID.');
});

test.each([400, 404] as const)('a missing record with status %i is explained', async (notFoundStatus) => {
  const mock = createMockServer({ policies: { notFoundStatus } });
  expect(await explainCall(mock, 'GET', `/api/customers/${none}`)).toBe(
    'The workspace of the token has no such record.',
  );
});

test('the explanation of an invalid body mentions fields only if the response names them', async () => {
  const mock = createMockServer();
  const text = 'The request does not match the contract';
  expect(await explainCall(mock, 'POST', '/api/customers', {})).toBe(`${text}. The fields below say why.`);
  mock.policies.validationDetails = 'none';
  expect(await explainCall(mock, 'POST', '/api/customers', {})).toBe(`${text}, or it conflicts with another record.`);
});

test('an edited response is not explained as a failure of the mock', () => {
  const response = { status: 500, body: { success: false, error: 'Edited' } };
  expect(explainFailure({ operation: 'customers.list', fault: 'hold', response, originalResponse: {} })).toEqual({
    title: 'Edited',
    text: 'Somebody edited this response before its release.',
    issues: [],
  });
});

test('the explanation has the seconds of Retry-After, also in a date by the clock of the mock', () => {
  const time = Date.parse('2026-01-31T09:00:00Z');
  const explain = (value: string) =>
    explainFailure({ time, response: { status: 429, body: {}, headers: { 'retry-after': value } } })?.retryAfter;
  expect(explain('42')).toBe(42);
  expect(explain('Sat, 31 Jan 2026 09:00:30 GMT')).toBe(30);
  expect(explain('soon')).toBeUndefined();
});

test.each([
  { response: { status: 200, body: {} } },
  { response: { status: 399, body: {} } },
  { response: { status: 200, body: {} }, fault: 'delay' },
  { response: { status: 200, body: {} }, fault: 'hold' },
])('a success has no explanation: %j', (request) => {
  expect(explainFailure(request)).toBeUndefined();
});

test.each([
  [{ response: { status: 200, body: {} }, fault: 'status' }, 'Injected fault: status 200', 'in place of the operation'],
  [{ response: { status: 0, body: undefined }, fault: 'drop-response' }, 'Injected fault: drop-response', ''],
  [{ response: { status: 418, body: { error: 7 } } }, 'Status 418', /^$/],
  [{ response: { status: 404, body: 'text' }, operation: 'customers.get' }, 'Status 404', ''],
  [{ response: { status: 599, body: null } }, 'Status 599', 'The mock failed.'],
  [{ response: { status: 500, body: null } }, 'Status 500', 'The mock failed.'],
  [{ response: { status: 499, body: null } }, 'Status 499', /^$/],
  [{ response: { status: 400, body: null }, fault: 'delay' }, 'Status 400', 'does not match the contract'],
])('%j has a title and a text', (request, title, text) => {
  expect(explainFailure(request)).toMatchObject({ title, text: expect.stringMatching(text), issues: [] });
});
