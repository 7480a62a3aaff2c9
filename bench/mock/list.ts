/**
 * Prints the milliseconds of a list of 10,000 customers with `mock.fetch`, next to its parts:
 * `node --expose-gc bench/mock/list.ts mock`.
 */

import { createMockServer } from 'masterdata-sdk/mock';
import { processorTime } from '../clock.ts';
import { median } from '../medians.ts';
import { customer } from './records.ts';

const warmupTurns = 20;
const measuredTurns = 15;

const mock = createMockServer({ seed: { customers: Array.from({ length: 10_000 }, (_, number) => customer(number)) } });
const init = { headers: { accept: 'application/json', authorization: `Bearer ${mock.token}` } };
const list = async () => (await mock.fetch(`${mock.baseUrl}/api/customers`, init)).text();
const text = await list();
const value: unknown = JSON.parse(text);
const [first] = mock.db.customers.list();

const subjects: Readonly<Record<string, (turn: number) => unknown>> = {
  response: () => new Response(text).text(),
  stringify: () => JSON.stringify(value),
  mock: list,
  changed(turn) {
    if (first) mock.db.customers.update(first.id, { name: `Customer ${turn}` });
    return list();
  },
};

const subject = subjects[process.argv[2] ?? ''];
if (!subject || !globalThis.gc) {
  throw new Error(`node --expose-gc bench/mock/list.ts ${Object.keys(subjects).join('|')}`);
}
const times: number[] = [];
for (let turn = 0; turn < warmupTurns + measuredTurns; turn += 1) {
  globalThis.gc();
  const start = processorTime();
  await subject(turn);
  times.push(processorTime() - start);
}
console.log(median(times.slice(warmupTurns)));
