import { expect, test } from 'vitest';
import { createMockServer } from '../../../mocks/index.ts';

test('the functions of a mock can be passed on', async () => {
  const mock = createMockServer();
  const { importRows, transaction, snapshot, restore, reset, fetch, onChange, undoImport, flush } = mock;
  const changes: unknown[] = [];
  const stop = onChange((change) => changes.push(change));
  const saved = snapshot();
  const { id } = importRows({ taxes: [{ name: 'A' }] });
  expect(undoImport(id)).toBe(true);
  transaction(() => mock.db.taxes.insert({ name: 'B' }));
  restore(saved);
  expect(mock.db.taxes.size).toBe(0);
  mock.db.taxes.insert({ name: 'C' });
  [reset].forEach((run) => void run());
  expect(mock.db.taxes.size).toBe(0);
  stop();
  expect(changes.length).toBeGreaterThan(4);
  await flush();
  const authorized = { headers: { authorization: `Bearer ${mock.token}` } };
  expect((await fetch(`${mock.baseUrl}/api/customers`, authorized)).status).toBe(200);
});

test('a copy of a mock has its properties', () => {
  const mock = createMockServer();
  const { token, db, policies, journal } = { ...mock };
  expect([token, db, policies, journal]).toEqual([mock.token, mock.db, mock.policies, mock.journal]);
});

test.each(['policies', 'db', 'tokens', 'baseUrl'])('the property %s of a mock cannot be replaced', (name) => {
  expect(Reflect.set(createMockServer(), name, {})).toBe(false);
});
