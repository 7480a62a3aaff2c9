import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { EventHub } from '../../../mocks/control-api/events/event-hub.ts';
import { EventStream } from '../../../mocks/control-api/events/event-stream.ts';
import { listen } from '../../../mocks/http.ts';
import { createMockServer, demo, type MockServer } from '../../../mocks/index.ts';
import { connectMock, type RemoteEvent, type RemoteMock } from '../../../mocks/remote.ts';
import { ownPort } from '../../http/serve.ts';

const controlUrl = 'https://api.example.com/__mock/';

async function overHttp(local: MockServer): Promise<RemoteMock> {
  const server = await listen(local);
  onTestFinished(() => server.close());
  return connectMock(server.controlUrl ?? '');
}

function inPage(local: MockServer): Promise<RemoteMock> {
  return connectMock(controlUrl, { fetch: createControlFetch(local) });
}

/** Reads events until the test ends. Returns those so far, and waits for more. */
async function listenTo(mock: RemoteMock) {
  const received: RemoteEvent[] = [];
  const stopped = new AbortController();
  const ended = (async () => {
    for await (const event of mock.events({ signal: stopped.signal })) received.push(event);
  })();
  onTestFinished(async () => {
    stopped.abort();
    await ended;
  });
  const has = (check: (event: RemoteEvent) => boolean) =>
    vi.waitFor(() => expect(received.some(check)).toBe(true), { timeout: 60_000 });
  await has(({ type }) => type === 'open');
  return { received, has, stopped, ended };
}

/** Opens the stream of events, and returns the text that it has sent so far. */
async function openStream(send: MockServer['fetch'], lastId?: string) {
  const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
  const response = await send(`${controlUrl}events`, { headers });
  const reader = response.body?.getReader();
  let text = '';
  const pump = async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += new TextDecoder().decode(part.value);
    }
  };
  const ended = pump();
  const close = async () => {
    await reader?.cancel();
    await ended;
  };
  onTestFinished(close);
  const until = (expected: string | RegExp) => vi.waitFor(() => expect(text).toMatch(expected), { timeout: 60_000 });
  await until(/^(?:retry|id): /);
  const lastIdOf = () => [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1];
  return { response, until, close, text: () => text, lastId: lastIdOf };
}

describe.each([
  ['over HTTP', overHttp],
  ['in the same page', inPage],
])('events %s', (_, connect) => {
  test('report requests, changed rows and settings', async () => {
    const local = createMockServer({ seed: demo });
    const { received, has } = await listenTo(await connect(local));
    const { id } = local.db.customers.insert({ name: 'Halm', type: 'company' });
    await has(({ type }) => type === 'change');
    expect(received).toContainEqual({
      type: 'change',
      rows: [{ table: 'customers', id, kind: 'written' }],
      omitted: 0,
    });
    local.db.customers.delete(id);
    await has((event) => event.type === 'change' && event.rows.some(({ kind }) => kind === 'deleted'));
    local.policies.createdStatus = 200;
    local.clock.set(0);
    const token = local.tokens.issue();
    await has((event) => event.type === 'settings' && event.names.includes('tokens'));
    expect(JSON.stringify(received)).not.toContain(token);
    await local.fetch(`https://api.example.com/api/customers/${token}`);
    await has(({ type }) => type === 'request');
    const requests = received.flatMap((event) => (event.type === 'request' ? event.requests : []));
    expect(requests).toMatchObject([{ id: 1, method: 'GET', operation: 'customers.get', status: 401 }]);
    expect(requests[0]?.url).toBe('/api/customers/[token]');
    expect(received.some(({ type }) => type === 'reset')).toBe(false);
    local.reset();
    await has(({ type }) => type === 'reset');
  });

  test('report that a call begins and stops to wait for a fault', async () => {
    const local = createMockServer();
    const held = local.faults.hold('customers.list');
    const { received, has } = await listenTo(await connect(local));
    const headers = { authorization: `Bearer ${local.token}` };
    const call = local.fetch('https://api.example.com/api/customers', { headers });
    await held.reached();
    await has((event) => event.type === 'settings' && event.names.includes('faults'));
    expect(received.some(({ type }) => type === 'request')).toBe(false);
    held.release();
    await call;
  });

  test('end when the signal is aborted', async () => {
    const local = createMockServer();
    const { stopped, ended } = await listenTo(await connect(local));
    stopped.abort();
    await ended;
  });
});

describe('the stream', () => {
  test('has numbered events', async () => {
    const local = createMockServer();
    const { response, until, text } = await openStream(createControlFetch(local));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    local.clock.set(0);
    await until(/event: settings/);
    expect(text()).toMatch(
      /^retry: 1000\nid: ([0-9a-f]{8})-0\n\nid: \1-1\nevent: settings\ndata: \{"names":\["clock"\]\}\n\n$/,
    );
  });

  test('is sent in batches, and counts what it omits', async () => {
    const local = createMockServer();
    const { until, text } = await openStream(createControlFetch(local));
    local.clock.set(0);
    await until(/event: settings/);
    local.create.customer.list(250);
    const [first] = local.db.customers.list();
    for (let index = 0; index < 5; index += 1) local.db.customers.update(first?.id ?? '', { name: `A${index}` });
    for (let index = 0; index < 350; index += 1) await local.fetch('https://api.example.com/api/customers');
    await until(/"id":350,/);
    const events = [...text().matchAll(/event: (change|request)\ndata: (.+)\n/g)].map(([, type, data]) => ({
      type,
      ...JSON.parse(data ?? ''),
    }));
    const [change] = events.filter(({ type }) => type === 'change');
    // 50 rows and 5 later changes of a row.
    expect([change.rows.length, change.omitted]).toEqual([200, 55]);
    const batches = events.filter(({ type }) => type === 'request');
    const shown = batches.flatMap(({ requests }) => requests.map(({ id }: { id: number }) => id));
    expect(shown.length + batches.reduce((sum, { omitted }) => sum + omitted, 0)).toBe(350);
    expect(shown.at(-1)).toBe(350);
  });

  test('is sent four times a second, and once a second while there is more than it reports', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const local = createMockServer();
    const hub = new EventHub(local);
    const times: number[] = [];
    void (async () => {
      for await (const text of { [Symbol.asyncIterator]: () => hub.open(undefined)[Symbol.asyncIterator]() }) {
        if (text.includes('event: change')) times.push(performance.now());
      }
    })();
    const seconds = async (count: number, rowsAtATime: number) => {
      times.length = 0;
      for (let step = 0; step < count * 50; step += 1) {
        local.create.customer.list(rowsAtATime);
        await vi.advanceTimersByTimeAsync(20);
      }
      return times.length;
    };
    await seconds(1, 1);
    expect(await seconds(2, 1)).toBe(8);
    await seconds(1, 50);
    expect(await seconds(2, 50)).toBe(2);
    await seconds(1, 1);
    expect(await seconds(2, 1)).toBe(8);
  });

  test('continues after the last event that a client has seen', async () => {
    const local = createMockServer();
    const send = createControlFetch(local);
    const first = await openStream(send);
    local.clock.set(0);
    await first.until(/"clock"/);
    const id = first.lastId();
    await first.close();
    local.policies.createdStatus = 200;
    const second = await openStream(send, id);
    await second.until(/"policies"/);
    expect(second.text()).not.toContain('"clock"');
    expect(second.text()).not.toContain('event: reset');
  });

  test('keeps at most 4 million characters of events for clients that come back', async () => {
    const local = createMockServer();
    const send = createControlFetch(local);
    const first = await openStream(send);
    const id = first.lastId();
    const path = `/api/${'x'.repeat(500_000)}`;
    for (let count = 1; count <= 9; count += 1) {
      await local.fetch(`${local.baseUrl}${path}${count}`);
      await first.until(new RegExp(`x${count}"`));
    }
    const second = await openStream(send, id);
    expect(second.text()).toContain('event: reset');
    const third = await openStream(send, first.lastId());
    expect(third.text()).not.toContain('event: reset');
  });

  test.each(['00000000-5', 'x', '', '-1'])('begins with reset after the unknown event %j', async (id) => {
    const { text } = await openStream(createControlFetch(createMockServer()), id);
    expect(text()).toMatch(/^id: [0-9a-f]{8}-0\nevent: reset\ndata: \{\}\n\n$/);
  });

  test('begins with reset after an event that was sent while no client listened', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const local = createMockServer();
    const listeners = vi.spyOn(local, 'onChange');
    const send = createControlFetch(local);
    const open = async (headers = {}) => {
      const reader = (await send(`${controlUrl}events`, { headers })).body?.getReader();
      const { value } = (await reader?.read()) ?? {};
      return { text: new TextDecoder().decode(value), close: () => reader?.cancel() };
    };
    const { text, close } = await open();
    const [, id = ''] = /id: (\S+)/.exec(text) ?? [];
    await close();
    await vi.advanceTimersByTimeAsync(9000);
    const again = await open({ 'last-event-id': id });
    expect([again.text, listeners.mock.calls.length]).toEqual([text, 1]);
    await again.close();
    await vi.advanceTimersByTimeAsync(10_001);
    const late = await open({ 'last-event-id': id });
    expect(late.text).toContain('event: reset');
    expect(listeners).toHaveBeenCalledTimes(2);
    await late.close();
  });
});

describe('a client of the events', () => {
  test('gets a comment after 15 seconds of silence', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const reader = new EventStream(() => undefined);
    const next = reader.next();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await next).toEqual({ done: false, value: ':\n\n' });
    await reader.return();
  });

  test('is dropped if it does not read', async () => {
    let closed = 0;
    const reader = new EventStream(() => {
      closed += 1;
    });
    for (let index = 0; index < 65; index += 1) reader.push('x');
    expect(closed).toBe(1);
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });
});

test('a remote mock connects again, and gets the events that it missed', async () => {
  const local = createMockServer();
  const port = await ownPort();
  const first = await listen(local, { port });
  const mock = await connectMock(first.controlUrl ?? '');
  const { received, has } = await listenTo(mock);
  await first.close();
  await has(({ type }) => type === 'lost');
  const second = await listen(local, { port });
  onTestFinished(() => second.close());
  // Another server does not know the events of the first.
  await has(({ type }) => type === 'reset');
  expect(received.filter(({ type }) => type === 'open')).toHaveLength(2);
});

test('events reject if the control token is wrong', async () => {
  const server = await listen(createMockServer(), { controlToken: 'open' });
  onTestFinished(() => server.close());
  let denies = false;
  const send: typeof fetch = (input, init) =>
    fetch(input, denies ? { ...init, headers: { authorization: 'Bearer wrong' } } : init);
  const mock = await connectMock(server.controlUrl ?? '', { controlToken: 'open', fetch: send });
  denies = true;
  await expect(mock.events()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ status: 401 });
});
