import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMockServer, createSandboxes, demo, type MockServer, SandboxError } from '../../mocks/index.ts';
import { MasterDataClient } from '../../src/index.ts';

describe('createSandboxes', () => {
  test('creates a mock with a URL and tokens of its own', async () => {
    const sandboxes = createSandboxes({ seed: demo, baseUrl: 'https://mock.example.com/base/' });
    const { name, mock, controlToken } = await sandboxes.create({ name: 'worker-1' });
    expect([name, mock.baseUrl]).toEqual(['worker-1', 'https://mock.example.com/base/sandboxes/worker-1']);
    const other = await sandboxes.create();
    expect(new Set([mock.token, controlToken, other.mock.token, other.controlToken]).size).toBe(4);
    const customers = await new MasterDataClient(mock.clientOptions).customers.list();
    expect(customers).toHaveLength(mock.db.customers.size);
    const response = await other.mock.fetch(`${other.mock.baseUrl}/api/customers`, {
      headers: { authorization: `Bearer ${mock.token}` },
    });
    expect(response.status).toBe(401);
  });

  test('draws new ids of each sandbox from a stream of its own, and shares those of the seed', async () => {
    const start = async (names: readonly string[]) => {
      const sandboxes = createSandboxes({ seed: demo });
      return Promise.all(names.map(async (name) => (await sandboxes.create({ name })).mock));
    };
    const draw = (mock: MockServer) => {
      const product = mock.create.product({}, { traits: ['flat-prices'] });
      return [
        product.id,
        product.product_parent_id,
        ...mock.db.prices.list({ product_id: product.id }).map(({ id }) => id),
      ];
    };
    const names = Array.from({ length: 20 }, (_, index) => `worker-${index}`);
    const base = createMockServer({ seed: demo });
    const mocks = [base, ...(await start(names))];
    const seeded = mocks.map(({ db }) => db.products.list().map(({ id }) => id));
    expect(seeded).toEqual(mocks.map(() => seeded[0]));
    const drawn = mocks.map(draw);
    expect(new Set(drawn.flat()).size).toBe(drawn.flat().length);

    // A test that takes an id of the wrong sandbox fails.
    const [, first, second] = mocks;
    const missing = first && new MasterDataClient(first.clientOptions).products.get(drawn[2]?.[0] ?? '');
    await expect(missing).rejects.toThrow('not found');

    for (const mock of mocks) mock.reset();
    expect(mocks.map(draw)).toEqual(drawn);
    const [again] = await start(['worker-1']);
    expect(again && draw(again)).toEqual(drawn[2]);
    // Also after a snapshot of another sandbox.
    if (first && second) second.restore(base.snapshot());
    expect(second && draw(second)).not.toEqual(first && draw(first));
  });

  test('does not share the tokens of a snapshot', async () => {
    const base = createMockServer({ token: 'secret' });
    const { mock } = await createSandboxes({ seed: base.snapshot() }).create();
    expect(mock.token).not.toBe('secret');
    expect(mock.snapshot().tokens?.has('secret')).toBe(false);
    expect(mock.workspace).toBe(base.workspace);
  });

  test('passes the options of a mock to each sandbox', async () => {
    const sandboxes = createSandboxes({
      clock: '2026-03-02T12:00:00.000Z',
      policies: { createdStatus: 200 },
      faults: [{ on: 'customers.list', status: 503 }],
      permissions: ['*:read'],
    });
    const { mock } = await sandboxes.create({ token: 'mine' });
    expect([mock.token, mock.policies.createdStatus, mock.faults.list().length]).toEqual(['mine', 200, 1]);
    expect(new Date(mock.clock.now()).toISOString()).toBe('2026-03-02T12:00:00.000Z');
  });

  test.each(['', 'A', '-a', 'a_b', 'a/b', '..', 'ä', 'a'.repeat(64)])('rejects the name %j', async (name) => {
    const sandboxes = createSandboxes();
    await expect(sandboxes.create({ name })).rejects.toThrow(/^sandbox name: must be 1 to 63 /);
    await expect(sandboxes.open(name)).rejects.toThrow(TypeError);
    await expect(sandboxes.openOrCreate(name)).rejects.toThrow(TypeError);
    await expect(sandboxes.delete(name)).rejects.toThrow(TypeError);
    expect(await sandboxes.list()).toEqual([]);
  });

  test('rejects wrong options', () => {
    expect(() => createSandboxes({ maxActive: 0 })).toThrow('maxActive: must be a whole number from 1, received 0');
    expect(() => createSandboxes({ ttl: 1.5 })).toThrow('ttl: must be a whole number from 1, received 1.5');
    expect(() => createSandboxes({ seed: { customers: 'x' as never } })).toThrow('seed.customers: must be an array');
  });

  test('creates nothing if the token is not valid', async () => {
    const sandboxes = createSandboxes();
    await expect(sandboxes.create({ name: 'a', token: 'two words' })).rejects.toThrow('must be printable ASCII');
    expect(await sandboxes.open('a')).toBeUndefined();
  });

  test('creates one sandbox for parallel calls with one name', async () => {
    const sandboxes = createSandboxes();
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => sandboxes.create({ name: 'a' })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [, rejected] = results;
    expect(rejected).toMatchObject({ reason: { code: 'exists', message: 'sandbox "a": already exists' } });
    const opened = await Promise.all(Array.from({ length: 5 }, () => sandboxes.openOrCreate('b')));
    expect(new Set(opened.map(({ mock }) => mock)).size).toBe(1);
  });

  test('limits the number of sandboxes', async () => {
    const sandboxes = createSandboxes({ maxActive: 2 });
    await sandboxes.create({ name: 'b' });
    await sandboxes.openOrCreate('a');
    const error: unknown = await sandboxes.create().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SandboxError);
    expect(error).toMatchObject({ code: 'full', message: expect.stringContaining('at most 2') });
    expect((await sandboxes.list()).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(await sandboxes.delete('a')).toBe(true);
    expect(await sandboxes.delete('a')).toBe(false);
    await sandboxes.create({ name: 'c' });
  });

  test('drops the calls in progress of a deleted sandbox', async () => {
    const sandboxes = createSandboxes({ seed: demo });
    const { mock } = await sandboxes.create({ name: 'a' });
    const held = mock.faults.hold('customers.list');
    const call = new MasterDataClient({ ...mock.clientOptions, maxRetries: 0 }).customers.list();
    const rejected = expect(call).rejects.toThrow();
    await held.reached();
    await sandboxes.delete('a');
    await rejected;
    expect(await sandboxes.open('a')).toBeUndefined();
  });

  test('rejects calls after it was closed', async () => {
    const sandboxes = createSandboxes();
    await sandboxes.create({ name: 'a' });
    await sandboxes.close();
    await expect(sandboxes.open('a')).rejects.toMatchObject({ code: 'closed' });
    await expect(sandboxes.create()).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('time limits', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('delete a sandbox that was not used for the ttl', async () => {
    const sandboxes = createSandboxes({ ttl: 1000 });
    const used = await sandboxes.create({ name: 'used' });
    (await sandboxes.create({ name: 'idle' })).release();
    await vi.advanceTimersByTimeAsync(900);
    expect(await sandboxes.list()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(600);
    expect((await sandboxes.list()).map(({ name }) => name)).toEqual(['used']);
    used.release();
    used.release();
    await vi.advanceTimersByTimeAsync(900);
    expect(await sandboxes.list()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(600);
    expect(await sandboxes.list()).toEqual([]);
    await sandboxes.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
