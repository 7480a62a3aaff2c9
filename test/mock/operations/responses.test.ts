/** The responses of your own operations: their lists, pages and formats. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type MockServerOptions, mockOperation } from '../../../mocks/index.ts';
import { defineOperation } from '../../../src/index.ts';
import { call, startMock } from '../helpers.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Starts a mock with an operation that inserts a tax and returns data. */
function start(method: (typeof methods)[number], data: unknown, options: MockServerOptions = {}) {
  const definition = defineOperation({ name: 'things.run', method, path: '/api/things', response: z.unknown() });
  const handle = mockOperation(definition, {
    handle({ db }) {
      db.taxes.insert({ name: 'A' });
      return data;
    },
  });
  return startMock({ operations: [handle], ...options });
}

test.each<[string, unknown]>([
  ['texts', 'a'],
  ['numbers', 1.5],
  ['booleans', false],
  ['nulls', null],
  ['lists', ['a', 1]],
  ['objects', { id: '1' }],
])('an operation can return a long list of %s', async (_, item) => {
  const data = Array.from({ length: 150 }, () => item);
  const mock = start('GET', data);
  expect(await call(mock, 'GET', '/api/things')).toMatchObject({ status: 200, body: { success: true, data } });
});

test('a call that fails after its handler changes nothing', async () => {
  const mock = start('GET', [1, 2], { policies: { pagination: 'link:1' } });
  expect((await call(mock, 'GET', '/api/things?page=x')).status).toBe(400);
  expect(mock.db.taxes.size).toBe(0);
  expect(mock.history.list()).toEqual([]);
  expect((await call(mock, 'GET', '/api/things?page=2')).body).toMatchObject({ data: [2] });
  expect(mock.db.taxes.size).toBe(1);
});

describe.each(methods)('with %s', (method) => {
  const data = [1, 2, 3];

  test('only GET returns pages and another order', async () => {
    const mock = start(method, data, { policies: { pagination: 'link:2', listOrder: 'newest-first' } });
    const { headers, body } = await call(mock, method, '/api/things');
    const isRead = method === 'GET';
    expect(body).toEqual({ success: true, data: isRead ? [3, 2] : data });
    expect(headers['link']).toBe(isRead ? '</api/things?page=2>; rel="next"' : undefined);
  });

  test('only GET has the parameter page', async () => {
    const mock = start(method, data, { policies: { pagination: 'link:2', unknownParameters: 'reject' } });
    expect((await call(mock, method, '/api/things?page=2')).status).toBe(method === 'GET' ? 200 : 400);
  });
});
