/**
 * Prints the cost of an open workbench: `node bench/mock/workbench.ts`. Microseconds of processor time of the server
 * per request, and requests per second, of a server without a workbench and of one whose workbench is open.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../medians.ts';
import { measureRequests } from './load.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** The number of requests in a block. Short blocks follow each other before the load of the machine changes. */
const turns = 4_000;

/** The rounds with the workbench on the same servers. */
const rounds = 16;

/** Milliseconds after which a server no longer listens for a workbench that was closed. */
const gracePeriod = 11_000;

/** Two servers for each page of the workbench: one that shows no records, and the most expensive one. */
const pairs = {
  overview: [await startServer('masterdata-sdk', 1_000), await startServer('masterdata-sdk', 1_000)],
  // A change of one row can change the order of all.
  sorted: [await startServer('masterdata-sdk', 100_000), await startServer('masterdata-sdk', 100_000)],
} as const;

/** Reading changes nothing, and writing causes an event for each changed row. */
const cases = [
  { name: 'get', operation: 'get', page: 'overview' },
  { name: 'update', operation: 'update', page: 'overview' },
  { name: 'sorted', operation: 'update', page: 'sorted' },
] as const;

// A process can stay slower than another one that does the same. So the workbench opens on each server in turn.
const first = await measureWith(0);
await sleep(gracePeriod);
const second = await measureWith(1);
const figures = Array.from(first, ([name, values]) => {
  const other = second.get(name) ?? [];
  return [name, Math.sqrt(median(values) * median(other))];
});
console.log(JSON.stringify(Object.fromEntries(figures)));
for (const server of Object.values(pairs).flat()) server.stop();

/** Opens the workbench on one server of each pair, and measures both. */
async function measureWith(side: 0 | 1): Promise<ReadonlyMap<string, readonly number[]>> {
  const viewers = [
    await openWorkbench(pairs.overview[side], 'overview'),
    await openWorkbench(pairs.sorted[side], 'sorted'),
  ];
  const measured = new Map<string, number[]>();
  const add = (name: string, value: number) => measured.set(name, [...(measured.get(name) ?? []), value]);
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, operation, page } of cases) {
      const [open, closed] = await measurePair(pairs[page][side], pairs[page][side === 0 ? 1 : 0], operation, round);
      // The first round warms up.
      if (round === 0) continue;
      add(`closed ${name}`, closed.cost);
      add(`closed ${name} rate`, closed.rate);
      add(`open ${name}`, open.cost);
      add(`open ${name} rate`, open.rate);
      // Of blocks that follow each other: other load on the machine changes all the time.
      add(`${name} ratio`, closed.rate / open.rate);
    }
  }
  for (const viewer of viewers) viewer.disconnect();
  return measured;
}

async function openWorkbench({ port }: ServerProcess, page: string): Promise<ChildProcess> {
  const viewer = fork(join(import.meta.dirname, 'workbench-viewer.ts'), [String(port), page]);
  await once(viewer, 'message');
  return viewer;
}

type Operation = (typeof cases)[number]['operation'];

/** Measures two servers. Each is the first in every other round. */
async function measurePair(a: ServerProcess, b: ServerProcess, operation: Operation, round: number) {
  const measure = async (server: ServerProcess) => measureRequests(server, await server.requests(operation, turns));
  if (round % 2 === 0) return [await measure(a), await measure(b)] as const;
  const second = await measure(b);
  return [await measure(a), second] as const;
}
