import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createMockServer } from '../../../mocks/index.ts';
import { DurableObjectPersistence, type SqliteStorage } from '../../../mocks/persistence/durable-object.ts';
import { assertHostedFault, resolveLimits } from '../../../mocks/servers/cloudflare/hosted-limits.ts';

test('rejects limits of hosted sandboxes with an unknown name or a wrong value', () => {
  const wrong: object = { maxBodyBytes: 5 };
  expect(() => resolveLimits(wrong)).toThrow('limits: unknown option "maxBodyBytes".');
  expect(() => resolveLimits({ rows: 0.5 })).toThrow('limits.rows: ');
  expect(resolveLimits({ rows: 5 })).toMatchObject({ rows: 5, sandboxes: 1000 });
});

test('rejects faults of hosted sandboxes that wait for too long, also in a sequence', () => {
  const limits = resolveLimits({ delay: 100 });
  assertHostedFault({ delay: { min: 0, max: 100 } }, limits);
  assertHostedFault({ sequence: [{ delay: 100 }, { status: 503 }, { pass: true }] }, limits);
  const text = 'must be at most 100 in a hosted sandbox, received 101';
  expect(() => assertHostedFault({ delay: 101 }, limits)).toThrow(`fault.delay: ${text}`);
  for (const delay of [101, { min: 0, max: 101 }]) {
    expect(() => assertHostedFault({ sequence: [{ pass: true }, { delay }] }, limits)).toThrow(
      `fault.sequence.1.delay: ${text}`,
    );
  }
});

test('counts tokens toward the bytes of a hosted sandbox', async () => {
  const mock = createMockServer();
  await mock.persist(new DurableObjectPersistence(createStorage(), { rows: 100, bytes: 100_000 }));
  const issue = (first: string) => {
    mock.tokens.issue({ token: first + 'x'.repeat(90_000) });
    return mock.flush();
  };
  await issue('a');
  expect(mock.tokens.revoke(`a${'x'.repeat(90_000)}`)).toBe(true);
  await issue('b');
  await expect(issue('c')).rejects.toThrow('Sandbox full: the limit is 100000 bytes');
});

/** Returns the storage of a Durable Object in memory. */
function createStorage(): SqliteStorage {
  const database = new DatabaseSync(':memory:');
  return {
    sql: { exec: (query, ...bindings) => database.prepare(query).all(...bindings) },
    transactionSync(run) {
      database.exec('BEGIN');
      try {
        const result = run();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
  };
}
