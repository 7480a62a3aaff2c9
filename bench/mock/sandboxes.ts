/**
 * Prints the cost of sandboxes with the demo seed: `node --expose-gc bench/mock/sandboxes.ts`. Milliseconds to create
 * and to load one, kilobytes of memory of each, megabytes of the process with all of them, and microseconds for a
 * record by id with `mock.fetch` on one mock and over many sandboxes.
 */
import { createMemoryStore, createMockServer, createSandboxes, demo, type MockServer } from 'masterdata-sdk/mock';
import { processorTime } from '../clock.ts';

const count = 10_000;
const busy = 1000;
const calls = 20_000;

const { gc } = globalThis;
if (!gc) throw new Error('node --expose-gc bench/mock/sandboxes.ts');

const sandboxes = createSandboxes({ seed: demo });
for (let turn = 0; turn < 500; turn += 1) {
  await sandboxes.create({ name: 'warmup' });
  await sandboxes.delete('warmup');
}
const created = await measure(count, async (number) => (await sandboxes.create({ name: nameOf(number) })).release());
const megabytes = process.memoryUsage().rss / 1e6;

const many: MockServer[] = [];
for (let number = 0; number < busy; number += 1) {
  const sandbox = await sandboxes.open(nameOf(number));
  if (sandbox) many.push(sandbox.mock);
}
const one = [createMockServer({ seed: demo })];
await perCall(one);
await perCall(many);
const [oneCall, manyCalls] = [await perCall(one), await perCall(many)];

const stored = new Map();
const first = createSandboxes({ seed: demo, persistence: createMemoryStore(stored) });
for (let number = 0; number < busy; number += 1) await first.create({ name: nameOf(number) });
await first.close();
const second = createSandboxes({ seed: demo, persistence: createMemoryStore(stored) });
// The first ones compile the code and bring rows that the others share.
for (let number = 0; number < 100; number += 1) await second.open(nameOf(number));
const loaded = await measure(busy - 100, async (number) => (await second.open(nameOf(number + 100)))?.release());

console.log(
  JSON.stringify({
    create: created.milliseconds,
    kilobytes: created.kilobytes,
    process: megabytes,
    load: loaded.milliseconds,
    'loaded kilobytes': loaded.kilobytes,
    one: oneCall,
    many: manyCalls,
  }),
);

function nameOf(number: number): string {
  return `sandbox-${number}`;
}

/** Returns the processor time and the memory that each of the sandboxes takes. */
async function measure(sandboxCount: number, run: (number: number) => Promise<void>) {
  const [heapBefore, before] = [heap(), processorTime()];
  for (let number = 0; number < sandboxCount; number += 1) await run(number);
  const milliseconds = (processorTime() - before) / sandboxCount;
  return { milliseconds, kilobytes: (heap() - heapBefore) / sandboxCount / 1000 };
}

/** Returns the microseconds of processor time for a record by id, from one mock after another. */
async function perCall(mocks: readonly MockServer[]): Promise<number> {
  const targets = mocks.map((mock) => ({ mock, id: mock.snapshot().rows.customers.keys().next().value }));
  const start = processorTime();
  for (let turn = 0; turn < calls; turn += 1) {
    const target = targets[turn % targets.length];
    if (!target) throw new Error('no mocks');
    const { mock, id } = target;
    const headers = { authorization: `Bearer ${mock.token}` };
    const response = await mock.fetch(`${mock.baseUrl}/api/customers/${id}`, { headers });
    if (!response.ok) throw new Error(`call ${turn} returned ${response.status}`);
    await response.text();
  }
  return ((processorTime() - start) / calls) * 1000;
}

function heap(): number {
  gc?.();
  return process.memoryUsage().heapUsed;
}
