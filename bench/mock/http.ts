/**
 * Prints the cost of each operation of a server: `node bench/mock/http.ts json-server`. Microseconds of processor time
 * per request, and requests per second of a client on the same machine.
 */
import { measureRequests, sendAll } from './load.ts';
import { startServer } from './server-process.ts';
import { operations } from './subjects/subject.ts';

/** The number of requests to warm up an operation, and then to measure it. */
const turns = 6000;

const [subject = ''] = process.argv.slice(2);
const server = await startServer(subject);

const figures: Record<string, number> = {};
const warmupCounts: Record<string, number> = {};
for (const operation of operations) {
  warmupCounts[operation] = await sendAll(server, await server.requests(operation, turns));
}
for (const operation of operations) {
  const first = warmupCounts[operation] ?? 0;
  const requests = await server.requests(operation, first + turns);
  const { cost, rate } = await measureRequests(server, requests.slice(first));
  figures[operation] = cost;
  figures[`${operation} rate`] = rate;
}
console.log(JSON.stringify(figures));
server.stop();
