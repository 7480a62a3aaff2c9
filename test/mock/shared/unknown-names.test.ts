import { expect, test } from 'vitest';
import { loadSeed } from '../../../mocks/cli/load-seed.ts';
import * as engine from '../../../mocks/index.ts';
import { startMock } from '../helpers.ts';

const mock = startMock({ seed: engine.demo });

/** Calls a method with arguments of a wrong type, as JavaScript does. */
function call(target: object, method: string, ...values: unknown[]): unknown {
  return Reflect.apply(Reflect.get(target, method), target, values);
}

test.each<[unknown: string, suggested: string, run: () => unknown]>([
  ['operation of a fault', 'customers.create', () => call(mock.faults, 'add', { on: 'customer.create', status: 503 })],
  ['operation in a list', 'customers.create', () => call(mock.faults, 'add', { on: ['customer.create'], status: 503 })],
  ['resource of a fault', 'products.*', () => call(mock.faults, 'add', { on: 'product.*', status: 503 })],
  ['kind of fault', 'drop-connection', () => call(mock.faults, 'add', { fault: 'drop-conection' })],
  ['property of a fault', 'status', () => call(mock.faults, 'add', { stauts: 503 })],
  ['held operation', 'products.get', () => call(mock.faults, 'hold', 'product.get')],
  ['operation of the journal', 'customers.list', () => call(mock.journal, 'last', 'customer.list')],
  ['policy', 'idCase', () => call(engine, 'createMockServer', { policies: { idcase: 'lower' } })],
  ['permission', 'customers:read', () => call(engine, 'createMockServer', { permissions: ['customer:read'] })],
  ['option', 'seed', () => call(engine, 'createMockServer', { sed: engine.demo })],
  ['table of a seed', 'customers', () => call(engine, 'createMockServer', { seed: { customer: [] } })],
  ['column', 'name', () => call(mock.db.customers, 'find', { nmae: 'x' })],
  ['trait', 'flat-prices', () => call(mock.create, 'product', {}, { traits: ['flat-price'] })],
  ['seed of the command line', 'demo', () => loadSeed('dmo')],
])('suggests the closest valid name for an unknown %s', async (_unknown, suggested, run) => {
  await expect(async () => run()).rejects.toThrow(`Did you mean "${suggested}"?`);
});

test('suggests nothing if no valid name is close', () => {
  expect(() => call(mock.journal, 'last', 'orders.submit')).toThrow(
    /^Unknown operation "orders\.submit"\. Valid operations: /,
  );
});

test('says how to import a seed that is given by its name', () => {
  expect(() => call(engine, 'createMockServer', { seed: 'demo' })).toThrow(
    `received "demo". Import it: import { demo } from 'masterdata-sdk/mock'.`,
  );
});
