import { expect, onTestFinished, test, vi } from 'vitest';
import type { JournalSummary } from '../../mocks/controls/journal-entry.ts';
import { ControlClient } from '../../mocks/remote/control-client.ts';
import { RequestLog } from '../../mocks/workbench/state/request-log.ts';

const requestsFrom = (first: number, last: number): JournalSummary[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    id: first + index,
    method: 'GET',
    url: '/api/customers',
    workspace: undefined,
    time: 0,
    arrivedAt: 0,
    duration: 1,
    fault: undefined,
    operation: 'customers.list',
    status: 200,
  }));

/** Starts a log on a clock that only the test moves. The journal has requests up to an id. */
function startLog() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const journal = { last: 0 };
  const send = vi.fn(async () =>
    Response.json({ entries: requestsFrom(Math.max(1, journal.last - 999), journal.last) }),
  );
  const control = new ControlClient('http://127.0.0.1/__mock/', undefined, send);
  const log = new RequestLog(() => control);
  /** Requests arrive, and an event reports the last. */
  const receive = (count: number, reported = count) => {
    journal.last += count;
    log.add(requestsFrom(journal.last - reported + 1, journal.last), count - reported);
  };
  const ids = () => log.list.value.map(({ id }) => id);
  return { log, receive, send, ids };
}

test('adds what events report without a request', async () => {
  const { receive, send, ids } = startLog();
  receive(2);
  receive(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ids()).toEqual([3, 2, 1]);
  expect(send).not.toHaveBeenCalled();
});

test('reads the requests that events omit, once the load is over', async () => {
  const { receive, send, ids } = startLog();
  receive(500, 100);
  await vi.advanceTimersByTimeAsync(1_000);
  receive(500, 100);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(send).toHaveBeenCalledOnce();
  expect(ids()).toEqual(Array.from({ length: 1_000 }, (_, index) => 1_000 - index));
});

test('reads them every 10 seconds under load', async () => {
  const { receive, send } = startLog();
  for (let second = 0; second < 25; second += 1) {
    receive(5_000, 100);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(send).toHaveBeenCalledTimes(2);
});

/** Starts a log whose lists arrive when the test sends them, in any order. */
function startSlowLog() {
  const responses: ((ids: readonly [first: number, last: number]) => void)[] = [];
  const send = () =>
    new Promise<Response>((resolve) =>
      responses.push((ids) => resolve(Response.json({ entries: requestsFrom(...ids) }))),
    );
  const control = new ControlClient('http://127.0.0.1/__mock/', undefined, send);
  const log = new RequestLog(() => control);
  return { log, responses, ids: () => log.list.value.map(({ id }) => id) };
}

test('a list keeps the requests that arrive while it is read', async () => {
  const { log, responses, ids } = startSlowLog();
  const refreshed = log.refresh();
  log.add(requestsFrom(2, 3), 0);
  responses[0]?.([1, 2]);
  await refreshed;
  expect(ids()).toEqual([3, 2, 1]);
});

test('a list that was requested earlier does not replace a later one', async () => {
  const { log, responses, ids } = startSlowLog();
  const [early, late] = [log.refresh(), log.refresh()];
  responses[1]?.([1, 2]);
  await late;
  responses[0]?.([1, 1]);
  await early;
  expect(ids()).toEqual([2, 1]);
});

test('a list that was requested before the log was cleared does not bring the requests back', async () => {
  const { log, responses, ids } = startSlowLog();
  const refreshed = log.refresh();
  log.isPaused.value = true;
  log.add(requestsFrom(1, 1), 0);
  const cleared = log.clear();
  responses[1]?.([1, 0]);
  await cleared;
  responses[0]?.([1, 1]);
  await refreshed;
  expect([ids(), log.isPaused.value]).toEqual([[], false]);
});

test('finds the request that got the response, after the browser sent it twice', async () => {
  const broken = { ...requestsFrom(8, 8)[0], status: 0 };
  const entries = [...requestsFrom(7, 7), broken, ...requestsFrom(9, 9)];
  const control = new ControlClient('http://mock.example/__mock/', undefined, async () => Response.json({ entries }));
  const log = new RequestLog(() => control);
  const sent = { method: 'GET', url: '/api/customers' };
  expect(await log.findAfter(7, { ...sent, status: 200 })).toBe(9);
  expect(await log.findAfter(7, { ...sent, status: 0 })).toBe(8);
  // The connection broke in the middle of a response.
  expect(await log.findAfter(8, { ...sent, status: 0 })).toBe(9);
  expect(await log.findAfter(9, { ...sent, status: 200 })).toBeUndefined();
});
