/**
 * Prints the cost of a mock in SQLite with the given number of customers and addresses:
 * `node bench/mock/persist.ts 1000`. Milliseconds to store and to load it, microseconds for an update, and the size of
 * the file in megabytes.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMockServer, type MockServer } from 'masterdata-sdk/mock';
import { sqlite } from 'masterdata-sdk/mock/http';
import { processorTime } from '../clock.ts';
import { address, addressId, customer, customerId, scattered } from './records.ts';

const turns = 10_000;

const customers = Number(process.argv[2]);
if (!(customers >= 10)) throw new Error('node bench/mock/persist.ts CUSTOMERS');
const directory = mkdtempSync(join(tmpdir(), 'masterdata-sdk-'));
const file = join(directory, 'state.db');
process.once('exit', () => rmSync(directory, { recursive: true }));

const mock = createMockServer({
  seed(db) {
    for (let number = 0; number < customers; number += 1) {
      db.customers.insert(customer(number));
      db.addresses.insert({ ...address(number), customer_id: customerId(number) });
    }
  },
});
const store = await timed(() => persist(mock));
const headers = { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' };
await update(turns);
const updating = await timed(() => update(turns));
await store.result();
const size = statSync(file).size / 1e6;
const loaded = await timed(() => persist(createMockServer()));
await loaded.result();
console.log(JSON.stringify({ store: store.time, update: (updating.time / turns) * 1000, load: loaded.time, size }));

/** Stores the mock or loads it. Returns a function that closes the file. */
async function persist(each: MockServer): Promise<() => Promise<void>> {
  const opened = await sqlite(file);
  await each.persist(await opened.open('default'));
  return () => opened.close();
}

async function update(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    const url = `${mock.baseUrl}/api/addresses/${addressId(scattered(turn, customers))}`;
    const { ok, status } = await mock.fetch(url, { method: 'PATCH', headers, body: `{"comment":"Change ${turn}"}` });
    if (!ok) throw new Error(`turn ${turn} returned ${status}`);
  }
}

async function timed<T>(run: () => Promise<T>): Promise<{ readonly result: T; readonly time: number }> {
  const before = processorTime();
  const result = await run();
  return { result, time: processorTime() - before };
}
