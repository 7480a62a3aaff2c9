/** A session whose events a proxy holds back or cuts, or whose mock is gone. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { Session } from '../../mocks/workbench/state/session.ts';
import { pageFetch } from '../page-fetch.ts';

const view = { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} } as const;

const bodies: Readonly<Record<string, object>> = {
  '': { paths: ['GET /__mock/events'] },
  state: { baseUrl: 'http://mock.example', clock: {}, tables: {} },
  faults: { faults: [] },
  policies: {},
  clock: { now: '2026-01-31T09:00:00.000Z', milliseconds: 1_769_850_000_000, isStopped: false },
  journal: { entries: [] },
};

/** Starts a session on a clock that only the test moves. `events` responds to requests of events. */
function startSession(events: (signal: AbortSignal | null | undefined) => Promise<Response>) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const server = { isUp: true, exists: true };
  const send: typeof fetch = async (input, init) => {
    if (!server.exists) return Response.json({ error: 'Unknown sandbox "one".' }, { status: 404 });
    if (!server.isUp) throw new TypeError('connection refused');
    const name = new URL(String(input)).pathname.replace('/__mock/', '');
    return name === 'events' ? events(init?.signal) : Response.json(bodies[name]);
  };
  const session = new Session({
    controlUrl: 'http://mock.example/__mock/',
    controlToken: 'control',
    fetch: pageFetch(send),
  });
  const seen: string[] = [];
  onTestFinished(session.connection.subscribe((connection) => void seen.push(connection)));
  onTestFinished(session.start(view));
  return { session, seen, server };
}

/** A stream that a proxy cuts after some time. */
const cutAfter = (milliseconds: number) => async () => {
  const body = new ReadableStream({
    start(controller) {
      setTimeout(() => controller.error(new TypeError('cut')), milliseconds);
    },
  });
  return new Response(body);
};

test('reads the mock every few seconds if a proxy holds its events back', async () => {
  const { session, seen } = startSession(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(seen).toEqual(['connecting', 'live']);
  const version = session.recordsVersion.value;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(session.recordsVersion.value).toBe(version + 1);
});

test('stays connected if a proxy cuts its events now and then', async () => {
  const { seen } = startSession(cutAfter(30_000));
  await vi.advanceTimersByTimeAsync(100_000);
  expect(seen).toEqual(['connecting', 'live']);
});

test('is lost while the server is gone, and live as soon as it responds', async () => {
  const { seen, server } = startSession(cutAfter(30_000));
  await vi.advanceTimersByTimeAsync(29_000);
  server.isUp = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(seen).toEqual(['connecting', 'live', 'lost']);
  server.isUp = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen).toEqual(['connecting', 'live', 'lost', 'live']);
});

test('does not poll a mock whose events arrive', async () => {
  const { session } = startSession(cutAfter(1_000_000));
  await vi.advanceTimersByTimeAsync(0);
  const version = session.recordsVersion.value;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(session.recordsVersion.value).toBe(version);
});

test('tells that its sandbox does not exist, and finds it when it is created again', async () => {
  const { session, seen, server } = startSession(cutAfter(30_000));
  await vi.advanceTimersByTimeAsync(29_000);
  server.exists = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(session.connection.value).toBe('lost');
  expect(session.failure.value?.message).toBe('Unknown sandbox "one".');
  server.exists = true;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(seen).toEqual(['connecting', 'live', 'lost', 'live']);
});

test('sends requests of the explorer with the token of the mock', async () => {
  const { session } = startSession(cutAfter(30_000));
  await session.refresh();
  expect((await session.send('/__mock/state')).status).toBe(200);
});
