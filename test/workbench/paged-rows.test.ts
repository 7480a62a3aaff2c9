import { expect, test, vi } from 'vitest';
import { ControlClient } from '../../mocks/remote/control-client.ts';
import { PagedRows } from '../../mocks/workbench/state/paged-rows.ts';

/** Returns the rows of a control API whose responses the test sends. */
function startRows() {
  const requests: { readonly offset: number; readonly respond: (name: string) => Promise<void> }[] = [];
  const send: typeof fetch = (_, init) =>
    new Promise((resolve) => {
      const { offset } = JSON.parse(String(init?.body));
      const respond = async (name: string) => {
        const page = Array.from({ length: 100 }, (_row, index) => ({ id: String(offset + index), name }));
        resolve(Response.json({ rows: page, total: 100_000 }));
        await vi.waitFor(() => expect(rows.at(offset)).toEqual({ id: String(offset), name }));
      };
      requests.push({ offset, respond });
    });
  const control = new ControlClient('http://127.0.0.1/__mock/', undefined, send);
  const onError = vi.fn();
  const rows = new PagedRows(() => control, { table: 'customers' }, onError);
  return { rows, requests, onError };
}

test('loads only the pages in sight', async () => {
  const { rows, requests } = startRows();
  rows.load(50_090, 50_110);
  expect(requests.map(({ offset }) => offset)).toEqual([50_000, 50_100]);
  for (const { respond } of requests) await respond('Halm');
  rows.load(50_000, 50_199);
  expect(requests).toHaveLength(2);
  expect([rows.total.value, rows.at(50_200)]).toEqual([100_000, undefined]);
});

test('loads a page again that changed while it was loading, and keeps it visible meanwhile', async () => {
  const { rows, requests } = startRows();
  rows.load(0, 20);
  rows.refresh();
  rows.refresh();
  expect(requests).toHaveLength(1);
  await requests[0]?.respond('Before');
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(rows.at(0)).toMatchObject({ name: 'Before' });
  await requests[1]?.respond('After');
  expect(requests).toHaveLength(2);
});

test('a page that cannot be loaded is requested once', async () => {
  const onError = vi.fn();
  const send = vi.fn(() => Promise.reject(new TypeError('offline')));
  const control = new ControlClient('http://127.0.0.1/__mock/', undefined, send);
  const rows = new PagedRows(() => control, { table: 'customers' }, onError);
  rows.refresh();
  await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce());
  expect(send).toHaveBeenCalledOnce();
});

test('has the rows that the loaded rows refer to, until they are loaded again without them', async () => {
  const customers = [{ id: '7', name: 'Halm' }];
  let included: object = { customers };
  const send = vi.fn<typeof fetch>(async () =>
    Response.json({ rows: [{ id: '1', customer_id: '7' }], total: 1, included }),
  );
  const control = new ControlClient('http://127.0.0.1/__mock/', undefined, send);
  const selection = { table: 'addresses', include: ['customer_id'] } as const;
  const rows = new PagedRows(() => control, selection, vi.fn());
  rows.load(0, 0);
  await vi.waitFor(() => expect(rows.included('customers', '7')).toEqual(customers[0]));
  expect(rows.included('contacts', '7')).toBeUndefined();
  expect(JSON.parse(String(send.mock.calls[0]?.[1]?.body))).toMatchObject({ include: ['customer_id'] });
  included = { customers: [] };
  rows.refresh();
  await vi.waitFor(() => expect(rows.included('customers', '7')).toBeUndefined());
});

test('keeps the pages near the rows in sight', async () => {
  const { rows, requests } = startRows();
  const show = async (page: number) => {
    const known = requests.length;
    rows.load(page * 100, page * 100 + 40);
    for (const { respond } of requests.slice(known)) await respond('Halm');
  };
  for (let page = 0; page <= 40; page += 1) await show(page);
  for (let page = 40; page >= 12; page -= 1) await show(page);
  // Pages 10 and 11 are in sight.
  const known = requests.length;
  rows.load(1_080, 1_120);
  for (const { respond } of requests.slice(known)) await respond('Halm');
  expect([rows.at(1_080), rows.at(1_120)]).toMatchObject([{ id: '1080' }, { id: '1120' }]);
});
