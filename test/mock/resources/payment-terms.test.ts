import { expect, test } from 'vitest';
import { atNoon, call, startMock } from '../helpers.ts';

test('GET /api/payment-terms returns an array of records with all fields of the seed', async () => {
  const mock = startMock();
  const term = mock.db.paymentTerms.insert({ name: 'Net 30', days: 30 });
  const response = await call(mock, 'GET', '/api/payment-terms');
  expect(response.status).toBe(200);
  expect(response.body).toEqual({
    success: true,
    data: [
      {
        id: term.id,
        workspace_id: mock.workspace,
        name: 'Net 30',
        days: 30,
        created_at: atNoon,
        updated_at: atNoon,
      },
    ],
  });
});

test('a workspace without payment terms has an empty list', async () => {
  expect((await call(startMock(), 'GET', '/api/payment-terms')).body).toEqual({ success: true, data: [] });
});
