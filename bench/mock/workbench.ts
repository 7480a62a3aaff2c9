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

/** The number of requests in a block, which lasts longer than a batch of events. */
const turns = 8_000;

const rounds = 11;

/** Reading changes nothing, and writing causes an event for each changed row. */
const operations = ['get', 'update'] as const;

const servers = { closed: await startServer('masterdata-sdk'), open: await startServer('masterdata-sdk') };
const viewer = fork(join(import.meta.dirname, 'workbench-viewer.ts'), [String(servers.open.port)]);
await once(viewer, 'message');

const measured = new Map<string, number[]>();
for (let round = -1; round < rounds; round += 1) {
  for (const operation of operations) {
    const closed = await measure(servers.closed, operation);
    const open = await measure(servers.open, operation);
    // The first round warms up.
    if (round < 0) continue;
    add(`closed ${operation}`, closed.cost);
    add(`closed ${operation} rate`, closed.rate);
    add(`open ${operation}`, open.cost);
    add(`open ${operation} rate`, open.rate);
    // Of blocks that follow each other: other load on the machine changes all the time.
    add(`${operation} ratio`, closed.rate / open.rate);
  }
}
console.log(JSON.stringify(Object.fromEntries([...measured].map(([name, values]) => [name, median(values)]))));
viewer.disconnect();
for (const server of Object.values(servers)) server.stop();

async function measure(server: ServerProcess, operation: (typeof operations)[number]) {
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
