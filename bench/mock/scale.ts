/**
 * Prints the cost of a mock with the given number of records: `node --expose-gc bench/mock/scale.ts 1000`. Milliseconds
 * for start, snapshots and imports, bytes per record, microseconds per request.
 */
import { processorTime } from '../clock.ts';
import { median } from '../medians.ts';
import { address, addressId, customerId, mockOf, scattered, shares } from './records.ts';

const warmupTurns = 60_000;
const measuredTurns = 60_000;
const snapshots = 5;

const records = Number(process.argv[2]);
if (!(records >= 10 && globalThis.gc)) throw new Error('node --expose-gc bench/mock/scale.ts RECORDS');
const gc = globalThis.gc;
const count = shares(records);

const heapBefore = heap();
const starting = processorTime();
const mock = mockOf(records);
const start = processorTime() - starting;
const bytes = (heap() - heapBefore) / records;

const headers = { accept: 'application/json', authorization: `Bearer ${mock.token}` };
const written = { ...headers, 'content-type': 'application/json' };
const urlOf = (turn: number): string => `${mock.baseUrl}/api/addresses/${addressId(scattered(turn, count.addresses))}`;
const update = (turn: number) =>
  mock.fetch(urlOf(turn), { method: 'PATCH', headers: written, body: `{"comment":"Change ${turn}"}` });

const figures = {
  start,
  bytes,
  get: await microseconds((turn) => mock.fetch(urlOf(turn), { headers })),
  again: await microseconds((turn) => mock.fetch(urlOf(turn % 20), { headers })),
  list: await microseconds((turn) => {
    const customer = customerId(scattered(turn, count.customers));
    return mock.fetch(`${mock.baseUrl}/api/addresses?customer_id=${customer}`, { headers });
  }),
  update: await microseconds(update),
  ...(await snapshotTimes()),
  import: importTime(),
};
console.log(JSON.stringify(figures));

/** Returns the milliseconds to import one address, without the first turn, which loads and compiles code. */
function importTime(): number {
  const turns = 50;
  const importOne = (turn: number) =>
    mock.importRows({ addresses: [{ ...address(turn), id: addressId(records + turn) }] });
  importOne(0);
  mock.snapshot();
  const before = processorTime();
  for (let turn = 1; turn <= turns; turn += 1) importOne(turn);
  return (processorTime() - before) / turns;
}

async function microseconds(call: (turn: number) => Promise<Response>): Promise<number> {
  await repeat(call, warmupTurns);
  gc();
  const before = processorTime();
  await repeat(call, measuredTurns);
  return ((processorTime() - before) / measuredTurns) * 1000;
}

async function repeat(call: (turn: number) => Promise<Response>, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const { ok, status } = await call(turn);
    if (!ok) throw new Error(`turn ${turn} returned ${status}`);
  }
}

/** Measures a snapshot after 100 changes, a restore after 100 more, and a copy of the references for comparison. */
async function snapshotTimes() {
  const references = new Map(mock.db.addresses.list().map((row) => [row.id, row]));
  const times: Record<'snapshot' | 'restore' | 'copy', number[]> = { snapshot: [], restore: [], copy: [] };
  for (let turn = 0; turn < snapshots; turn += 1) {
    await repeat(update, 100);
    const snapshot = timed('snapshot', () => mock.snapshot());
    await repeat(update, 100);
    timed('restore', () => mock.restore(snapshot));
    timed('copy', () => new Map(references));
  }
  return { snapshot: median(times.snapshot), restore: median(times.restore), copy: median(times.copy) };

  function timed<T>(name: keyof typeof times, run: () => T): T {
    gc();
    // Processor time is too coarse here.
    const before = performance.now();
    const result = run();
    times[name].push(performance.now() - before);
    return result;
  }
}

function heap(): number {
  gc();
  return process.memoryUsage().heapUsed;
}
