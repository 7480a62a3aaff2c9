/** Responses of the control API that arrive in another order than their requests. */
import { expect, test } from 'vitest';
import { ControlClient } from '../../mocks/remote/control-client.ts';
import { latest } from '../../mocks/workbench/store/latest.ts';
import { PagedRows } from '../../mocks/workbench/store/paged-rows.ts';
import { RequestLog, type RequestSummary } from '../../mocks/workbench/store/request-log.ts';

/** A request to the control API that has no response yet. */
interface Pending {
  respond(json: object): void;
}

/** A control API whose responses the test sends, in any order. */
function openControl() {
  const pending: Pending[] = [];
  const send = () =>
    new Promise<Response>((resolve) => pending.push({ respond: (json) => resolve(Response.json(json)) }));
  const client = new ControlClient('http://mock.example/__mock/', undefined, send);
  const at = (index: number) => {
    const found = pending[index];
    if (!found) throw new Error(`There are only ${pending.length} requests`);
    return found;
  };
  return { control: () => client, pending, at };
}

const request = (id: number): RequestSummary => ({
  id,
  method: 'GET',
  url: '/api/customers',
  operation: 'customers.list',
  status: 200,
  workspace: undefined,
  time: 0,
  duration: 1,
  fault: undefined,
});

test('a value that is older than the shown one is not shown', async () => {
  const readings: ((value: string) => void)[] = [];
  const shown: string[] = [];
  const read = latest(
    () => new Promise<string>((resolve) => readings.push(resolve)),
    (value) => shown.push(value),
  );
  const ended = [read(), read(), read()];
  readings[1]?.('second');
  await ended[1];
  readings[0]?.('first');
  await ended[0];
  readings[2]?.('third');
  await ended[2];
  expect(shown).toEqual(['second', 'third']);
});

test('a list of requests keeps those that arrived while it was read', async () => {
  const { control, at } = openControl();
  const log = new RequestLog(control);
  const refreshed = log.refresh();
  log.add([request(2), request(3)], 0);
  at(0).respond({ entries: [request(1), request(2)] });
  await refreshed;
  expect(log.list.value.map(({ id }) => id)).toEqual([3, 2, 1]);
});

test('a list of requests that was read before another one does not replace it', async () => {
  const { control, at } = openControl();
  const log = new RequestLog(control);
  const [early, late] = [log.refresh(), log.refresh()];
  at(1).respond({ entries: [request(1), request(2)] });
  await late;
  at(0).respond({ entries: [request(1)] });
  await early;
  expect(log.list.value.map(({ id }) => id)).toEqual([2, 1]);
});

test('rows that changed while they were read are read again', async () => {
  const { control, pending, at } = openControl();
  const errors: unknown[] = [];
  const rows = new PagedRows(control, { table: 'customers' }, (error) => errors.push(error));
  const name = () => rows.at(0)?.['name'];
  rows.load(0, 0);
  rows.refresh();
  at(0).respond({ rows: [{ name: 'Before' }], total: 1 });
  await expect.poll(() => pending.length).toBe(2);
  at(1).respond({ rows: [{ name: 'After' }], total: 1 });
  await expect.poll(name).toBe('After');
  rows.load(0, 0);
  expect([pending.length, errors]).toEqual([2, []]);
});
