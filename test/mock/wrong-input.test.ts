import { describe, expect, test } from 'vitest';
import { listen } from '../../mocks/http.ts';
import { createMockServer, createSandboxes, InvalidRecordError } from '../../mocks/index.ts';
import { mockHandlers } from '../../mocks/msw.ts';
import { setupMockServer } from '../../mocks/node.ts';
import { startMock } from './helpers.ts';

/** Calls a function with arguments that its types forbid, like JavaScript code. */
function wrongly(object: object, name: string, ...given: readonly unknown[]): () => unknown {
  return () => Reflect.apply(Reflect.get(object, name), object, given);
}

describe('arguments that only JavaScript can pass are rejected with the expected value', () => {
  test('unknown options', async () => {
    expect(wrongly({ createMockServer }, 'createMockServer', { sed: {} })).toThrow(
      /^createMockServer: unknown option "sed"\. Valid options: baseUrl, seed, /,
    );
    expect(wrongly({ createSandboxes }, 'createSandboxes', { token: 'x' })).toThrow(
      /^createSandboxes: unknown option "token"\. Valid options: baseUrl, .*, maxActive, /,
    );
    await expect(wrongly({ listen }, 'listen', startMock(), { prot: 4010 })()).rejects.toThrow(
      /^listen: unknown option "prot"\. Valid options: port, /,
    );
    for (const name of ['mockHandlers', 'setupMockServer'] as const) {
      expect(wrongly({ mockHandlers, setupMockServer }, name, startMock(), { prefix: '/api' })).toThrow(
        `${name}: unknown option "prefix". Valid options: pathPrefix, token.`,
      );
    }
  });

  test.each(['demo', 1, []])('a seed that is %j', (seed) => {
    const reason = `seed: must be a function, rows by table or a snapshot, received ${seed}`;
    expect(wrongly({ startMock }, 'startMock', { seed })).toThrow(new TypeError(reason));
  });

  test('a seed that is null', () => {
    expect(wrongly({ startMock }, 'startMock', { seed: null })).toThrow('received null');
  });

  test.each([undefined, null, 'Halm', 7, []])('a row that is %j', (row) => {
    const { db } = startMock();
    const rejection = new InvalidRecordError('customers', [{ path: '', message: 'must be an object with fields' }]);
    expect(wrongly(db.customers, 'insert', row)).toThrow(rejection);
    expect(db.customers.size).toBe(0);
  });

  test.each([undefined, null, 'Halm', []])('changes that are %j', (changes) => {
    const { db, create } = startMock();
    const row = create.customer();
    expect(wrongly(db.customers, 'update', row.id, changes)).toThrow('customers: must be an object with fields');
    expect(db.customers.get(row.id)).toBe(row);
  });

  test('permissions that are not a list', () => {
    const { tokens } = startMock();
    expect(wrongly(tokens, 'issue', { permissions: 'customers:read' })).toThrow(
      new TypeError('tokens.issue.permissions: must be an array, received "customers:read"'),
    );
  });

  test('a copy of a snapshot', () => {
    const mock = startMock();
    const snapshot = mock.snapshot();
    for (const copy of [{ ...snapshot }, structuredClone({ ...snapshot })]) {
      expect(wrongly(mock, 'restore', copy)).toThrow(
        'received a copy. Pass the snapshot itself or JSON.parse(JSON.stringify(snapshot)).',
      );
    }
  });
});

test('an option that is undefined counts as omitted', async () => {
  const none = {
    ...{ baseUrl: undefined, seed: undefined, policies: undefined, permissions: undefined, clock: undefined },
    ...{ randomSeed: undefined, token: undefined, rateLimit: undefined, faults: undefined, journal: undefined },
    maxBodyBytes: undefined,
  };
  const mock = startMock(none);
  expect(mock.baseUrl).toBe(startMock().baseUrl);
  expect(
    mock.tokens.issue({ token: undefined, workspace: undefined, permissions: undefined, user: undefined }),
  ).not.toBe(mock.token);
  const server = await listen(mock, { port: undefined, host: undefined, control: undefined, persistence: undefined });
  expect(server.controlUrl).toBeDefined();
  await server.close();
});
