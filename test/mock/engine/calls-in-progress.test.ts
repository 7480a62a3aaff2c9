import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { demo, type MockServer } from '../../../mocks/index.ts';
import { call, contents, startMock } from '../helpers.ts';

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

  test.each([{ on: 'catalogs.create', delay: 1 } as const, { on: 'catalogs.get', status: 503 } as const])(
    'its token can be revoked, so that no fault applies: %j',
    async (fault) => {
      const mock = startMock({ faults: [fault] });
      const token = mock.tokens.issue();
      expect(await createSlowly(mock, token, () => mock.tokens.revoke(token))).toBe(401);
      expect(mock.journal.last()).toMatchObject({ fault: undefined, closestFault: undefined, body: undefined });
    },
  );
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

describe('a call with a stream as body', () => {
  const encoder = new TextEncoder();

  /** Starts to create a catalog. The rest of its body arrives when the test sends it. */
  function startCreation(mock: MockServer, signal?: AbortSignal) {
    const sent = { isCanceled: false, finish: () => {} };
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode('{"name":"Spring'));
        sent.finish = () => {
          controller.enqueue(encoder.encode('"}'));
          controller.close();
        };
      },
      cancel() {
        sent.isCanceled = true;
      },
    });
    const headers = { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half', ...(signal && { signal }) };
    return { sent, response: mock.fetch(`${mock.baseUrl}/api/catalogs`, init) };
  }

  test('runs if the caller gives up while a fault holds it', async () => {
    const mock = startMock();
    const held = mock.faults.hold('catalogs.create');
    const caller = new AbortController();
    const { sent, response } = startCreation(mock, caller.signal);
    const rejection = expect(response).rejects.toThrow('gone');
    sent.finish();
    await held.reached();
    caller.abort(new Error('gone'));
    await rejection;
    expect(mock.journal.last('catalogs.create').response.status).toBe(201);
    expect(mock.db.catalogs.list({ name: 'Spring' })).toHaveLength(1);
  });

  test('ends at once if the caller gives up while its body arrives', async () => {
    const mock = startMock();
    const held = mock.faults.hold('catalogs.create', { times: 1 });
    const caller = new AbortController();
    const { sent, response } = startCreation(mock, caller.signal);
    const rejection = expect(response).rejects.toThrow('gone');
    await nextTurn();
    expect(held.waiting).toBe(1);
    caller.abort(new Error('gone'));
    await rejection;
    expect(sent.isCanceled).toBe(true);
    expect(mock.journal.last('catalogs.create').response.status).toBe(400);
    expect(mock.db.catalogs.size).toBe(0);
    expect(mock.faults.list()).toEqual([]);
  });

  test('gets 413 as soon as the body is too large', async () => {
    const mock = startMock({ maxBodyBytes: 10 });
    const { sent, response } = startCreation(mock);
    expect((await response).status).toBe(413);
    expect(sent.isCanceled).toBe(true);
  });

  test('gets 400 if the stream fails or has no bytes', async () => {
    const mock = startMock();
    const headers = { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' };
    const failing = new ReadableStream({ start: (controller) => controller.error(new Error('broken')) });
    const ofNumbers = new ReadableStream({ start: (controller) => controller.enqueue(7) });
    for (const body of [failing, ofNumbers]) {
      const init = { method: 'POST', headers, body, duplex: 'half' };
      expect((await mock.fetch(`${mock.baseUrl}/api/catalogs`, init)).status).toBe(400);
    }
  });

  test.each(replacements)('is dropped and not held if %s replaces the records', async (_, replace) => {
    const mock = startMock({ faults: [{ on: 'catalogs.create', hold: true }] });
    const { sent, response } = startCreation(mock);
    const rejection = expect(response).rejects.toThrow('fetch failed');
    await nextTurn();
    replace(mock);
    sent.finish();
    await rejection;
  });

  test('is held, although another call with the same fault has ended while its body arrived', async () => {
    const mock = startMock();
    const held = mock.faults.hold('catalogs.create', { times: 2 });
    const { sent, response } = startCreation(mock);
    const caller = new AbortController();
    const other = startCreation(mock, caller.signal);
    const rejection = expect(other.response).rejects.toThrow('gone');
    other.sent.finish();
    await held.reached();
    caller.abort(new Error('gone'));
    await rejection;
    sent.finish();
    await held.reached();
    expect(mock.db.catalogs.size).toBe(1);
    held.release();
    expect(held.waiting).toBe(0);
    expect((await response).status).toBe(201);
  });
});
