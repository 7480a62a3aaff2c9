/** Prints the cost of sandboxes: `node --expose-gc bench/mock/sandboxes.ts`. */
import { createMockServer, createSandboxes, demo, type MockServer } from '../../mocks/index.ts';
import { processorTime } from '../clock.ts';

const count = 10_000;
const busy = 1000;
const calls = 20_000;
const rounds = 3;

const { gc } = globalThis;
if (!gc) throw new Error('node --expose-gc bench/mock/sandboxes.ts');

const sandboxes = createSandboxes({ seed: demo });
for (let turn = 0; turn < 500; turn += 1) {
  await sandboxes.create({ name: 'warmup' });
  await sandboxes.delete('warmup');
}

const heapBefore = heap();
const before = processorTime();
for (let number = 0; number < count; number += 1) (await sandboxes.create({ name: `sandbox-${number}` })).release();
const createMilliseconds = (processorTime() - before) / count;
const kilobytes = (heap() - heapBefore) / count / 1000;

const many: MockServer[] = [];
for (let number = 0; number < busy; number += 1) {
  const sandbox = await sandboxes.open(`sandbox-${number}`);
  if (sandbox) many.push(sandbox.mock);
}
const one = [createMockServer({ seed: demo })];
const microseconds: Record<'one' | 'many', number[]> = { one: [], many: [] };
for (let round = 0; round < rounds; round += 1) {
  microseconds.one.push(await perCall(one));
  microseconds.many.push(await perCall(many));
}
console.log(JSON.stringify({ createMilliseconds, kilobytes, rss: process.memoryUsage().rss, microseconds }));

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
