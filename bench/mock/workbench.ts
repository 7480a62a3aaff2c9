/**
 * Prints the cost of an open workbench: `node bench/mock/workbench.ts`. Microseconds of processor time of the server
 * per request, and requests per second, of a server without a workbench and of one whose workbench is open.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median } from '../medians.ts';
import { sendAll } from './load.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** The number of requests in a block. Short blocks follow each other before the load of the machine changes. */
const turns = 4_000;

const rounds = 31;

/** Servers of a size, one without a workbench and one whose workbench shows a page. */
const pairs = {
  /** The first page, which shows no records. */
  overview: await startPair(1_000, 'overview'),
  /** The most expensive page: a change of one row can change the order of all. */
  sorted: await startPair(100_000, 'sorted'),
};

/** Reading changes nothing, and writing causes an event for each changed row. */
const cases = [
  { name: 'get', operation: 'get', servers: pairs.overview },
  { name: 'update', operation: 'update', servers: pairs.overview },
  { name: 'sorted', operation: 'update', servers: pairs.sorted },
] as const;

const measured = new Map<string, number[]>();
for (let round = -1; round < rounds; round += 1) {
  for (const { name, operation, servers } of cases) {
    const isClosedFirst = round % 2 === 0;
    const first = await measure(isClosedFirst ? servers.closed : servers.open, operation);
    const second = await measure(isClosedFirst ? servers.open : servers.closed, operation);
    const [closed, open] = isClosedFirst ? [first, second] : [second, first];
    // The first round warms up.
    if (round < 0) continue;
    add(`closed ${name}`, closed.cost);
    add(`closed ${name} rate`, closed.rate);
    add(`open ${name}`, open.cost);
    add(`open ${name} rate`, open.rate);
    // Of blocks that follow each other: other load on the machine changes all the time.
    add(`${name} ratio`, closed.rate / open.rate);
  }
}
console.log(JSON.stringify(Object.fromEntries([...measured].map(([name, values]) => [name, median(values)]))));
for (const { closed, open, viewer } of Object.values(pairs)) {
  viewer.disconnect();
  closed.stop();
  open.stop();
}

async function startPair(records: number, page: string) {
  const closed = await startServer('masterdata-sdk', records);
  const open = await startServer('masterdata-sdk', records);
  const viewer = fork(join(import.meta.dirname, 'workbench-viewer.ts'), [String(open.port), page]);
  await once(viewer, 'message');
  return { closed, open, viewer };
}

async function measure(server: ServerProcess, operation: (typeof cases)[number]['operation']) {
  const requests = await server.requests(operation, turns);
  const before = await server.processorTime();
  const started = performance.now();
  const count = await sendAll(server, requests);
  const seconds = (performance.now() - started) / 1000;
  const cost = (((await server.processorTime()) - before) / count) * 1000;
  return { cost, rate: count / seconds };
}

function add(name: string, value: number): void {
  measured.set(name, [...(measured.get(name) ?? []), value]);
}
