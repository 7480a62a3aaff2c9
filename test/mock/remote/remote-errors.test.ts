import { describe, expect, test, vi } from 'vitest';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { createMockServer, demo, InvalidRecordError } from '../../../mocks/index.ts';
import { connectMock } from '../../../mocks/remote.ts';
import { startMock, unknownId } from '../helpers.ts';

type Untyped = (...values: readonly unknown[]) => unknown;
type Methods<Name extends string> = Readonly<Record<Name, Untyped>>;

/** A local or a remote mock, as a JavaScript program sees it. */
interface UntypedMock extends Methods<'importRows' | 'snapshot' | 'restore'> {
  readonly faults: Methods<'add' | 'hold' | 'release'>;
  readonly clock: Methods<'set' | 'advance'>;
  readonly tokens: Methods<'issue'>;
  readonly history: Methods<'changes'>;
  readonly policies: object;
  readonly journal: Methods<'list' | 'last' | 'waitFor' | 'summaries' | 'toHar'>;
  readonly db: Record<
    'customers' | 'taxes' | 'paymentTerms',
    Methods<'insert' | 'update' | 'get' | 'list' | 'find' | 'query'>
  >;
  readonly create: { readonly customer: Untyped & Methods<'list'> };
  readonly build: { readonly customer: Untyped };
}

const firstId = createMockServer({ seed: demo }).db.customers.list()[0]?.id;
const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;
const deep = Array.from({ length: 5000 }).reduce<unknown>((inner) => [inner], 1);

/** Assigns policies to a local mock, and sends them to a remote one. */
function setPolicies({ policies }: UntypedMock, changes: object): unknown {
  return 'set' in policies ? (policies.set as Untyped)(changes) : Object.assign(policies, changes);
}

const calls: readonly (readonly [name: string, call: (mock: UntypedMock) => unknown])[] = [
  ['fault on x', (mock) => mock.faults.add({ on: 'x' })],
  ['fault null', (mock) => mock.faults.add(null)],
  ['fault undefined', (mock) => mock.faults.add(undefined)],
  ['fault number', (mock) => mock.faults.add(5)],
  ['fault array', (mock) => mock.faults.add([])],
  ['fault empty', (mock) => mock.faults.add({})],
  ['fault preset obj x', (mock) => mock.faults.add({ preset: 'x' })],
  ['fault status', (mock) => mock.faults.add({ status: 42 })],
  ['fault status str', (mock) => mock.faults.add({ status: '503' })],
  ['fault delay range', (mock) => mock.faults.add({ delay: { min: 5, max: 1 } })],
  ['fault two', (mock) => mock.faults.add({ status: 503, fault: 'drop-connection' })],
  ['fault headers', (mock) => mock.faults.add({ status: 503, headers: { 'a b': 'x' } })],
  ['fault headers num', (mock) => mock.faults.add({ status: 503, headers: { a: 1 } })],
  ['fault unknown', (mock) => mock.faults.add({ status: 503, x: 1 })],
  ['fault on []', (mock) => mock.faults.add({ status: 503, on: [] })],
  ['hold null', (mock) => mock.faults.hold(null)],
  ['hold scope x', (mock) => mock.faults.hold('*', { x: 1 })],
  ['hold scope status', (mock) => mock.faults.hold('*', { status: 503 })],
  ['clock null', (mock) => mock.clock.set(null)],
  ['clock undefined', (mock) => mock.clock.set(undefined)],
  ['clock true', (mock) => mock.clock.set(true)],
  ['clock array', (mock) => mock.clock.set([1])],
  ['clock object', (mock) => mock.clock.set({})],
  ['clock Number.NaN', (mock) => mock.clock.set(Number.NaN)],
  ['clock Number.POSITIVE_INFINITY', (mock) => mock.clock.set(Number.POSITIVE_INFINITY)],
  ['clock empty', (mock) => mock.clock.set('')],
  ['clock feb 30', (mock) => mock.clock.set('2026-02-30')],
  ['clock bigint', (mock) => mock.clock.set(1n)],
  ['clock symbol', (mock) => mock.clock.set(Symbol('x'))],
  ['clock fn', (mock) => mock.clock.set(() => 1)],
  ['advance Number.NaN', (mock) => mock.clock.advance(Number.NaN)],
  ['advance str', (mock) => mock.clock.advance('5')],
  ['advance undefined', (mock) => mock.clock.advance()],
  ['advance null', (mock) => mock.clock.advance(null)],
  ['advance huge', (mock) => mock.clock.advance(1e18)],
  ['tokens unknown option', (mock) => mock.tokens.issue({ x: 1 })],
  ['tokens null', (mock) => mock.tokens.issue(null)],
  ['tokens string', (mock) => mock.tokens.issue('x')],
  ['tokens array', (mock) => mock.tokens.issue([])],
  ['tokens perm', (mock) => mock.tokens.issue({ permissions: ['x'] })],
  ['tokens perm str', (mock) => mock.tokens.issue({ permissions: '*' })],
  ['tokens user num', (mock) => mock.tokens.issue({ user: 5 })],
  ['tokens token empty', (mock) => mock.tokens.issue({ token: '' })],
  ['tokens workspace num', (mock) => mock.tokens.issue({ workspace: 5 })],
  ['policies x', (mock) => setPolicies(mock, { x: 1 })],
  ['policies status', (mock) => setPolicies(mock, { createdStatus: 204 })],
  ['policies null', (mock) => setPolicies(mock, { createdStatus: null })],
  ['policies ratelimit', (mock) => setPolicies(mock, { rateLimit: { limit: 0 } })],
  ['policies ratelimit x', (mock) => setPolicies(mock, { rateLimit: { limit: 1, x: 1 } })],
  ['policies ratelimit null', (mock) => setPolicies(mock, { rateLimit: null })],
  ['policies pagination', (mock) => setPolicies(mock, { pagination: 'link:0' })],
  ['policies text', (mock) => setPolicies(mock, { invalidTokenText: '' })],
  ['journal list x', (mock) => mock.journal.list('x')],
  ['journal list null', (mock) => mock.journal.list(null)],
  ['journal list num', (mock) => mock.journal.list(5)],
  ['journal list empty', (mock) => mock.journal.list('')],
  ['journal last x', (mock) => mock.journal.last('x')],
  ['journal last', (mock) => mock.journal.last()],
  ['journal last op', (mock) => mock.journal.last('products.update')],
  ['journal waitFor x', (mock) => mock.journal.waitFor('x')],
  ['journal waitFor undefined', (mock) => mock.journal.waitFor(undefined)],
  ['journal waitFor opt x', (mock) => mock.journal.waitFor('products.get', { x: 1 })],
  ['journal waitFor timeout', (mock) => mock.journal.waitFor('products.get', { timeout: -1 })],
  ['journal waitFor timeout Number.NaN', (mock) => mock.journal.waitFor('products.get', { timeout: Number.NaN })],
  ['journal waitFor after', (mock) => mock.journal.waitFor('products.get', { after: 'x' })],
  ['journal waitFor null', (mock) => mock.journal.waitFor('products.get', null)],
  ['history changes boolean', (mock) => mock.history.changes(true)],
  ['history changes text', (mock) => mock.history.changes('x')],
  ['history changes fraction', (mock) => mock.history.changes(1.5)],
  ['summaries op', (mock) => mock.journal.summaries({ operation: 'x' })],
  ['summaries unknown', (mock) => mock.journal.summaries({ x: 1 })],
  ['summaries limit', (mock) => mock.journal.summaries({ limit: -1 })],
  ['summaries after', (mock) => mock.journal.summaries({ after: 'x' })],
  ['summaries null', (mock) => mock.journal.summaries(null)],
  ['import unknown option', (mock) => mock.importRows({}, { x: 1 })],
  ['import existing', (mock) => mock.importRows({}, { existing: 'x' })],
  ['import opt null', (mock) => mock.importRows({}, null)],
  ['import rows undefined', (mock) => mock.importRows(undefined)],
  ['import rows null', (mock) => mock.importRows(null)],
  ['import rows array', (mock) => mock.importRows([])],
  ['import rows str', (mock) => mock.importRows('x')],
  ['import table', (mock) => mock.importRows({ x: [] })],
  ['import table not array', (mock) => mock.importRows({ customers: {} })],
  ['import bad row', (mock) => mock.importRows({ customers: [{ name: 'A' }] })],
  ['import row null', (mock) => mock.importRows({ customers: [null] })],
  ['import row num', (mock) => mock.importRows({ customers: [5] })],
  [
    'import ref',
    (mock) => mock.importRows({ contacts: [{ customer_id: unknownId, first_name: 'A', last_name: 'B' }] }),
  ],
  ['import existing null', (mock) => mock.importRows({}, { existing: null })],
  ['create null', (mock) => mock.create.customer(null)],
  ['create str', (mock) => mock.create.customer('x')],
  ['create num', (mock) => mock.create.customer(5)],
  ['create array', (mock) => mock.create.customer([])],
  ['create unknown option', (mock) => mock.create.customer({}, { x: 1 })],
  ['create option null', (mock) => mock.create.customer({}, null)],
  ['create option count', (mock) => mock.create.customer({}, { count: 3 })],
  ['create option fields', (mock) => mock.create.customer({}, { fields: { name: 'x' } })],
  ['create traits str', (mock) => mock.create.customer({}, { traits: 'x' })],
  ['create traits num', (mock) => mock.create.customer({}, { traits: [5] })],
  ['create traits null', (mock) => mock.create.customer({}, { traits: null })],
  ['create trait x', (mock) => mock.create.customer({}, { traits: ['x'] })],
  ['create unknown field', (mock) => mock.create.customer({ x: 1 })],
  ['list null', (mock) => mock.create.customer.list(2, null)],
  ['list str', (mock) => mock.create.customer.list(2, 'x')],
  ['list array', (mock) => mock.create.customer.list(2, [])],
  ['list fn returns bad', (mock) => mock.create.customer.list(2, (i: unknown) => (i ? { type: 'x' } : {}))],
  ['list undefined', (mock) => mock.create.customer.list()],
  ['list unknown option', (mock) => mock.create.customer.list(1, {}, { x: 1 })],
  ['list trait', (mock) => mock.create.customer.list(1, {}, { traits: ['x'] })],
  ['list count option', (mock) => mock.create.customer.list(1, {}, { count: 5 })],
  ['build null', (mock) => mock.build.customer(null)],
  ['build str', (mock) => mock.build.customer('x')],
  ['build unknown option', (mock) => mock.build.customer({}, { x: 1 })],
  ['build trait', (mock) => mock.build.customer({}, { traits: ['x'] })],
  ['build count', (mock) => mock.build.customer({}, { count: 1 })],
  ['db insert undefined', (mock) => mock.db.customers.insert()],
  ['db insert str', (mock) => mock.db.customers.insert('x')],
  ['db insert arr', (mock) => mock.db.customers.insert([])],
  ['db update null', (mock) => mock.db.customers.update(firstId, null)],
  ['db update x', (mock) => mock.db.customers.update(firstId, { x: 1 })],
  ['db update unknown x', (mock) => mock.db.customers.update(unknownId, { x: 1 })],
  ['db update num', (mock) => mock.db.customers.update(5, { name: 'x' })],
  ['db update empty', (mock) => mock.db.customers.update('', { name: 'x' })],
  ['db update dot', (mock) => mock.db.customers.update('..', { name: 'x' })],
  ['db update undefined', (mock) => mock.db.customers.update(firstId)],
  ['db get undefined', (mock) => mock.db.customers.get()],
  ['db list x', (mock) => mock.db.customers.list({ x: 1 })],
  ['db list null', (mock) => mock.db.customers.list(null)],
  ['db list str', (mock) => mock.db.customers.list('x')],
  ['db list num', (mock) => mock.db.customers.list(5)],
  ['db list x nested', (mock) => mock.db.customers.list({ x: {} })],
  ['db find x', (mock) => mock.db.customers.find({ x: 1 })],
  ['db find undefined', (mock) => mock.db.customers.find()],
  ['db find null', (mock) => mock.db.customers.find(null)],
  ['db find str', (mock) => mock.db.customers.find('x')],
  [
    'db find fn throws',
    (mock) =>
      mock.db.customers.find(() => {
        throw new Error('mine');
      }),
  ],
  ['snapshot x', (mock) => mock.snapshot({ x: 1 })],
  ['snapshot null', (mock) => mock.snapshot(null)],
  ['restore x opt', async (mock) => mock.restore(await mock.snapshot(), { x: 1 })],
  ['restore opt null', async (mock) => mock.restore(await mock.snapshot(), null)],
  ['restore null', (mock) => mock.restore(null)],
  ['restore undefined', (mock) => mock.restore()],
  ['restore str', (mock) => mock.restore('x')],
  ['restore {}', (mock) => mock.restore({})],
];

/** Calls with values that JSON cannot represent, so that the server could not tell what was wrong. */
const notJson: readonly (readonly [name: string, call: (mock: UntypedMock) => unknown])[] = [
  ['fault status Number.NaN', (mock) => mock.faults.add({ status: Number.NaN })],
  ['fault body fn', (mock) => mock.faults.add({ status: 503, body: () => 1 })],
  ['fault body bigint', (mock) => mock.faults.add({ status: 503, body: 1n })],
  ['fault body cycle', (mock) => mock.faults.add({ status: 503, body: cycle })],
  ['fault times Number.POSITIVE_INFINITY', (mock) => mock.faults.add({ status: 503, times: Number.POSITIVE_INFINITY })],
  ['fault prob Number.NaN', (mock) => mock.faults.add({ status: 503, probability: Number.NaN })],
  ['fault delay Number.POSITIVE_INFINITY', (mock) => mock.faults.add({ delay: Number.POSITIVE_INFINITY })],
  ['fault headers Headers', (mock) => mock.faults.add({ status: 503, headers: new Headers({ a: '1' }) })],
  ['fault on date', (mock) => mock.faults.add({ status: 503, on: new Date(0) })],
  ['tokens perm fn', (mock) => mock.tokens.issue({ permissions: [() => 1] })],
  ['tokens workspace Number.NaN', (mock) => mock.tokens.issue({ workspace: Number.NaN })],
  ['policies Number.NaN', (mock) => setPolicies(mock, { createdStatus: Number.NaN })],
  ['policies ratelimit Inf', (mock) => setPolicies(mock, { rateLimit: { limit: Number.POSITIVE_INFINITY } })],
  ['policies ratelimit window', (mock) => setPolicies(mock, { rateLimit: { limit: 1, window: Number.NaN } })],
  ['policies fn', (mock) => setPolicies(mock, { createdStatus: () => 1 })],
  ['import row Number.NaN', (mock) => mock.importRows({ taxes: [{ name: 'A', rate: Number.NaN }] })],
  ['import row date', (mock) => mock.importRows({ customers: [{ name: new Date(0), type: 'company' }] })],
  ['import row bigint', (mock) => mock.importRows({ taxes: [{ name: 'A', rate: 1n }] })],
  ['import row fn', (mock) => mock.importRows({ customers: [{ name: 'A', type: 'company', email: () => 1 }] })],
  ['import fn', (mock) => mock.importRows(() => {})],
  ['create fn field', (mock) => mock.create.customer({ name: () => 1 })],
  ['create bigint', (mock) => mock.create.customer({ name: 1n })],
  ['db insert fn', (mock) => mock.db.customers.insert({ name: () => 1, type: 'company' })],
  ['db insert bigint', (mock) => mock.db.customers.insert({ name: 1n, type: 'company' })],
  ['fault pattern date', (mock) => mock.faults.add({ match: { body: { name: new Date(0) } }, status: 503 })],
  ['fault pattern cycle', (mock) => mock.faults.add({ match: { body: cycle }, status: 503 })],
  ['response bigint', (mock) => mock.faults.release(1, { body: 1n })],
  ['import undefined in a list', (mock) => mock.importRows({ customers: [undefined] })],
  ['db insert Number.NaN', (mock) => mock.db.taxes.insert({ name: 'A', rate: Number.NaN })],
  ['db insert date', (mock) => mock.db.customers.insert({ name: new Date(0), type: 'company' })],
  ['db update map', (mock) => mock.db.customers.update(firstId, { shipping: new Map() })],
  ['db query Number.NaN', (mock) => mock.db.taxes.query({ where: { rate: Number.NaN } })],
  ['a deep value', (mock) => mock.db.paymentTerms.insert({ terms: deep })],
];

/** Returns the error that a call throws, or that its promise rejects with. */
async function errorOf(run: () => unknown): Promise<Error> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('expected an error');
}

describe('a remote mock throws the error of the local mock:', () => {
  test.each(calls)('%s', async (_, call) => {
    const local = startMock({ seed: demo });
    const served = startMock({ seed: demo });
    const before = JSON.stringify(served.snapshot());
    const remote = await connectMock(`${served.baseUrl}/__mock/`, { fetch: createControlFetch(served) });
    const expected = await errorOf(() => call(local as unknown as UntypedMock));
    const received = await errorOf(() => call(remote as unknown as UntypedMock));
    expect(received.message).toBe(expected.message);
    expect(received.constructor).toBe(expected.constructor);
    if (expected instanceof InvalidRecordError) expect(received).toHaveProperty('issues', expected.issues);
    expect(JSON.stringify(served.snapshot())).toBe(before);
    expect(served.faults.list()).toEqual([]);
    expect(served.policies).toEqual(createMockServer().policies);
  });
});

test.each(notJson)('a remote mock rejects a value that is not JSON: %s', async (_, call) => {
  const served = startMock({ seed: demo });
  const send = vi.fn(createControlFetch(served));
  const remote = await connectMock(`${served.baseUrl}/__mock/`, { fetch: send });
  send.mockClear();
  const error = await errorOf(() => call(remote as unknown as UntypedMock));
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toMatch(/^[\w.]+: must be JSON, received /);
  expect(send).not.toHaveBeenCalled();
});

test('undefined fields are absent, and a preset in JSON is the preset', async () => {
  const local = startMock();
  const remote = await connectMock(`${local.baseUrl}/__mock/`, { fetch: createControlFetch(local) });
  await remote.faults.add({ on: 'customers.list', status: 503, name: undefined, times: undefined });
  for (const { faults } of [local, remote]) await faults.add({ preset: 'maintenance' } as never);
  expect(local.faults.list()).toMatchObject([
    { id: '1', on: 'customers.list', status: 503 },
    { id: '2', status: 503, headers: { 'retry-after': '30' } },
    { id: '3', status: 503, headers: { 'retry-after': '30' } },
  ]);
});

test('filters of the journal work in both', async () => {
  const local = createMockServer({ seed: demo });
  const remote = await connectMock(`${local.baseUrl}/__mock/`, { fetch: createControlFetch(local) });
  for (const path of ['customers', 'addresses', 'customers', 'customers']) {
    await local.fetch(`${local.baseUrl}/api/${path}`);
  }
  for (const options of [
    {},
    { operation: 'customers.list' },
    { operation: 'customers.list', limit: 1 },
    { after: 2 },
    { after: 1, limit: 2 },
    { limit: 0 },
  ] as const) {
    expect(await remote.journal.summaries(options)).toEqual(local.journal.summaries(options));
  }
  expect(local.journal.summaries({ operation: 'customers.list' })).toHaveLength(3);
  expect(await remote.journal.waitFor('customers.list', { after: -1.5 })).toMatchObject({ id: 1 });
  expect(await remote.faults.reached('99')).toBeUndefined();
});
