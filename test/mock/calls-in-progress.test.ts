import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { demo, type MockServer } from '../../mocks/index.ts';
import { call, contents, startMock } from './helpers.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const create = (mock: MockServer) => call(mock, 'POST', '/api/catalogs', { name: 'Spring' });

/** Each way to replace the records of a mock. */
const replacements: readonly (readonly [string, (mock: MockServer) => void])[] = [
  ['reset()', (mock) => mock.reset()],
  ['restore() of a snapshot', (mock) => mock.restore(mock.snapshot())],
  ['restore() of JSON', (mock) => mock.restore(JSON.parse(JSON.stringify(mock.snapshot())))],
];

describe.each(replacements)('%s', (_, replace) => {
  test('drops a held call, which changes nothing', async () => {
    const mock = startMock({ seed: demo });
    const held = mock.faults.hold('*');
    const before = contents(mock);
    const response = create(mock);
    const rejection = expect(response).rejects.toThrow('fetch failed');
    await held.reached();
    replace(mock);
    await rejection;
    expect(contents(mock)).toEqual(before);
  });

  test('drops a delayed call at once', async () => {
    const mock = startMock({ seed: demo });
    mock.faults.add({ delay: 2 ** 31 - 1 });
    const before = contents(mock);
    const rejection = expect(create(mock)).rejects.toThrow('fetch failed');
    replace(mock);
    await rejection;
    expect(contents(mock)).toEqual(before);
  });

  test('drops a call whose body is still arriving', async () => {
    const mock = startMock({ seed: demo });
    const before = contents(mock);
    let finish = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":'));
        finish = () => {
          controller.enqueue(new TextEncoder().encode('"Spring"}'));
          controller.close();
        };
      },
    });
    const init = {
      method: 'POST',
      headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    };
    const rejection = expect(mock.fetch(`${mock.baseUrl}/api/catalogs`, init)).rejects.toThrow('fetch failed');
    replace(mock);
    finish();
    await rejection;
    expect(contents(mock)).toEqual(before);
  });

  test('does not affect later calls', async () => {
    const mock = startMock({ seed: demo });
    replace(mock);
    expect((await create(mock)).status).toBe(201);
  });
});

test('restore() with keepCalls lets calls in progress continue on the restored records', async () => {
  const mock = startMock({ seed: demo });
  const snapshot = mock.snapshot();
  const held = mock.faults.hold('*');
  const response = create(mock);
  await held.reached();
  mock.restore(snapshot, { keepCalls: true });
  expect(held.waiting).toBe(1);
  held.release();
  expect((await response).status).toBe(201);
  expect(mock.db.catalogs.find({ name: 'Spring' })).toBeDefined();
});

describe('while the body of a call arrives', () => {
  async function createSlowly(mock: MockServer, token: string, change: () => void) {
    let finish = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        finish = () => {
          controller.enqueue(new TextEncoder().encode('{"name":"Spring"}'));
          controller.close();
        };
      },
    });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const response = mock.fetch(`${mock.baseUrl}/api/catalogs`, init);
    await nextTurn();
    change();
    finish();
    return (await response).status;
  }

  test.each<[string, (mock: MockServer, token: string, workspace: string) => void, number]>([
    ['its token can be revoked', (mock, token) => mock.tokens.revoke(token), 401],
    ['its workspace can be deleted', (mock, _, workspace) => mock.db.workspaces.delete(workspace), 401],
    ['its permissions can change', (mock, token) => mock.tokens.issue({ token, permissions: ['*:read'] }), 403],
  ])('%s', async (_, change, status) => {
    const mock = startMock();
    const workspace = mock.create.workspace().id;
    const token = mock.tokens.issue({ workspace });
    expect(await createSlowly(mock, token, () => change(mock, token, workspace))).toBe(status);
    expect(mock.db.catalogs.size).toBe(0);
  });
});

test('a restore that fails drops no calls', async () => {
  const mock = startMock({ seed: demo });
  const held = mock.faults.hold('*');
  const response = create(mock);
  await held.reached();
  expect(() => mock.restore(JSON.parse('{"version":99}'))).toThrow(TypeError);
  held.release();
  expect((await response).status).toBe(201);
});

test('a listener of onChange that throws does not change the outcome of a call', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const mock = startMock({ seed: demo });
  const changed = vi.fn();
  mock.onChange(() => {
    throw new Error('broken');
  });
  mock.onChange(changed);
  expect((await create(mock)).status).toBe(201);
  expect(mock.db.catalogs.find({ name: 'Spring' })).toBeDefined();
  expect(changed).toHaveBeenCalled();
  expect(printed).toHaveBeenCalled();
});
