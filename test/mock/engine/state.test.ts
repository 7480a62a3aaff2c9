/** Tokens, settings and counters take the same path as records: what happens to them if a call fails. */
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import {
  type Change,
  createMemoryStore,
  createMockServer,
  demo,
  type MockServer,
  mockOperation,
  type Persistence,
} from '../../../mocks/index.ts';
import { connectMock } from '../../../mocks/remote.ts';
import { defineOperation } from '../../../src/index.ts';
import { call, startMock } from '../helpers.ts';

/** A persistence that rejects writes while `isFull` is set. */
function fillingPersistence() {
  const stored: Change[] = [];
  const disk = { isFull: false, stored };
  const append = async (changes: readonly Change[]) => {
    if (disk.isFull) throw new Error('the disk is full');
    stored.push(...changes);
  };
  const persistence: Persistence = {
    load: async () => undefined,
    append,
    pull: async () => [],
    async runExclusive(run) {
      const { result, changes } = run([]);
      await append(changes);
      return result;
    },
  };
  return { disk, persistence };
}

const keysOf = (changes: readonly Change[]) =>
  changes.map(({ written, deleted }) => [...written, ...deleted].map(({ collection, key }) => `${collection} ${key}`));

const hitsOf = ({ faults }: MockServer) => faults.list().map(({ hits }) => hits);

const customer = { name: 'Acme', type: 'company' };

test('the counter of a fault stays if a call fails, and joins the next change', async () => {
  const { disk, persistence } = fillingPersistence();
  const mock = startMock();
  mock.faults.add({ on: 'customers.create', delay: 0.01, after: 1 });
  await mock.persist(persistence);
  disk.stored.length = 0;
  expect((await call(mock, 'POST', '/api/customers', { type: 'company' })).status).toBe(400);
  expect((await call(mock, 'POST', '/api/customers', { type: 'company' })).status).toBe(400);
  expect(hitsOf(mock)).toEqual([1]);
  await mock.flush();
  expect(keysOf(disk.stored)).toEqual([['settings faults'], ['settings faults']]);
});

test('the counter of a fault stays if the change of its call cannot be stored, and the next change stores it', async () => {
  const { disk, persistence } = fillingPersistence();
  const mock = startMock({ rateLimit: { limit: 10 } });
  mock.faults.add({ on: 'customers.create', times: 5, delay: 0.01 });
  await mock.persist(persistence);
  disk.stored.length = 0;
  disk.isFull = true;
  const { ids } = mock.snapshot();
  expect((await call(mock, 'POST', '/api/customers', customer)).status).toBe(500);
  expect([mock.db.customers.size, mock.snapshot().ids]).toEqual([0, ids]);
  expect(hitsOf(mock)).toEqual([1]);
  disk.isFull = false;
  mock.tokens.issue({ token: 'next-token', user: 'ann' });
  await mock.flush();
  expect(keysOf(disk.stored)).toEqual([['settings faults', 'settings rateLimits', 'tokens next-token']]);
  expect(disk.stored[0]?.written.find(({ key }) => key === 'faults')?.value).toMatchObject({
    value: { faults: [{ hits: 1 }] },
  });
});

test('a call whose change cannot be stored changes no token and no setting', async () => {
  const { disk, persistence } = fillingPersistence();
  const definition = defineOperation({
    name: 'signups.create',
    method: 'POST',
    path: '/api/signups',
    response: z.null(),
  });
  const signUp = mockOperation(definition, {
    handle() {
      mock.tokens.revoke('former-token');
      mock.tokens.issue({ token: 'signup-token' });
      mock.policies.createdStatus = 200;
      mock.clock.set('2030-01-01');
      mock.faults.add({ on: 'customers.list', status: 503 });
      return null;
    },
  });
  const mock: MockServer = startMock({ operations: [signUp] });
  mock.tokens.issue({ token: 'former-token' });
  await mock.persist(persistence);
  const before = JSON.stringify(mock.snapshot({ tokens: true, settings: true }));
  disk.isFull = true;
  expect((await call(mock, 'POST', '/api/signups')).status).toBe(500);
  expect(JSON.stringify(mock.snapshot({ tokens: true, settings: true }))).toBe(before);
  disk.isFull = false;
  expect((await call(mock, 'POST', '/api/signups')).status).toBe(201);
  expect(mock.tokens.has('signup-token')).toBe(true);
});

test('a call that waits for a fault waits on while the change of another call is undone', async () => {
  const { disk, persistence } = fillingPersistence();
  const mock = startMock();
  await mock.persist(persistence);
  const held = mock.faults.hold('customers.list', { times: 1 });
  const list = call(mock, 'GET', '/api/customers');
  await held.reached();
  disk.isFull = true;
  expect((await call(mock, 'POST', '/api/customers', customer)).status).toBe(500);
  expect(held.waiting).toBe(1);
  held.release();
  expect((await list).status).toBe(200);
});

test('a reset and a restore keep named snapshots', async () => {
  const mock = startMock({ seed: demo });
  const before = mock.snapshot();
  mock.snapshots.save('one');
  mock.reset();
  mock.restore(before);
  expect(mock.snapshots.list().map(({ name }) => name)).toEqual(['one']);
});

test('a reset restores the settings of the options and the seed, and only those', () => {
  const seed = startMock({ policies: { createdStatus: 200 } });
  seed.clock.set('2030-01-01');
  const mock = createMockServer({
    seed: seed.snapshot({ settings: true }),
    policies: { notFoundStatus: 410 },
    faults: [{ on: 'customers.list', status: 503 }],
  });
  const settings = () => JSON.stringify(mock.snapshot({ settings: true }).settings);
  const before = settings();
  mock.policies.createdStatus = 201;
  mock.clock.resume();
  mock.faults.add({ on: 'customers.get', status: 500 });
  mock.reset();
  expect(settings()).toBe(before);
  expect([mock.policies.createdStatus, mock.faults.list().length]).toEqual([200, 1]);
});

test('a generated token that was stored survives a reset', async () => {
  const store = createMemoryStore();
  const first = createMockServer();
  await first.persist(await store.open('a'));
  const second = createMockServer();
  await second.persist(await store.open('a'));
  expect(second.token).toBe(first.token);
  second.reset();
  expect(second.token).toBe(first.token);
  expect(second.tokens.list()).toMatchObject([{ token: first.token }]);
  expect((await call(second, 'GET', '/api/customers')).status).toBe(200);
});

test('a transaction is one change, or none if it fails', () => {
  const mock = startMock();
  const { id } = mock.transaction(() => {
    const { id: customer_id } = mock.create.customer();
    return mock.create.address({ customer_id });
  });
  expect(mock.db.addresses.get(id)).toBeDefined();
  expect(mock.history.list()).toMatchObject([{ count: 2 }]);
  const before = JSON.stringify(mock.snapshot({ tokens: true, settings: true }));
  const write = () => {
    mock.create.customer();
    mock.tokens.issue();
    mock.policies.createdStatus = 200;
  };
  expect(() =>
    mock.transaction(() => {
      write();
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(() => mock.transaction(async () => write())).toThrow(
    'transaction: must be a synchronous function, received a promise',
  );
  expect(JSON.stringify(mock.snapshot({ tokens: true, settings: true }))).toBe(before);
});

test('asking what refers to a workspace keeps its tokens and the history', async () => {
  const mock = startMock();
  const { id } = mock.db.workspaces.insert({ name: 'Second' });
  mock.tokens.issue({ workspace: id, token: 'second-token' });
  const changes = mock.history.list();
  const remote = await connectMock(`${mock.baseUrl}/__mock/`, { fetch: createControlFetch(mock) });
  expect(await remote.db.workspaces.references(id)).toEqual({ references: [], canDelete: true });
  expect(mock.tokens.has('second-token')).toBe(true);
  expect(mock.history.list()).toEqual(changes);
});
