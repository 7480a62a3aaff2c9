/** `mock.history`: the recent changes of the records, and how they are undone. */
import { describe, expect, test } from 'vitest';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { createMock } from '../../../mocks/engine/create-mock-server.ts';
import { resolveOptions } from '../../../mocks/engine/options.ts';
import { createMockServer, demo, InvalidRecordError, type MockServer } from '../../../mocks/index.ts';
import { connectMock } from '../../../mocks/remote.ts';
import { fc } from '../../fast-check.ts';
import { runs } from '../../sample.ts';
import { call, contents, startMock } from '../helpers.ts';

const halm = { name: 'Halm', type: 'company' } as const;
const rack = { api_name: 'rack', recurrence_type: 'one_off', name: 'Rack' } as const;

/** Returns the rows of the mock as JSON, in order. */
const stateOf = (mock: MockServer) => JSON.stringify(contents(mock));

const idsOf = (mock: MockServer) => mock.history.list().map(({ id }) => id);

describe('the list', () => {
  test('has a change for each call and direct write that changes records', async () => {
    const mock = startMock({ seed: demo });
    expect(mock.history.list()).toEqual([]);
    await call(mock, 'GET', '/api/customers');
    await call(mock, 'POST', '/api/customers', { name: 7 });
    mock.policies.createdStatus = 200;
    mock.tokens.issue();
    expect(mock.history.list()).toEqual([]);
    await call(mock, 'POST', '/api/customers', halm);
    const { id } = mock.db.customers.find(halm) ?? { id: '' };
    mock.db.customers.update(id, { name: 'Halm AG' });
    mock.importRows({ taxes: [{ name: 'A' }, { name: 'B' }] });
    mock.db.customers.delete(id);
    const base = { changedAt: expect.any(Number) };
    const customer = { table: 'customers', id };
    expect(mock.history.list()).toEqual([
      {
        ...base,
        id: 1,
        origin: 'request',
        operation: 'customers.create',
        request: 3,
        records: [{ ...customer, label: 'Halm', kind: 'inserted' }],
        count: 1,
      },
      {
        ...base,
        id: 2,
        origin: 'direct-write',
        records: [{ ...customer, label: 'Halm AG', kind: 'updated' }],
        count: 1,
      },
      {
        ...base,
        id: 3,
        origin: 'direct-write',
        records: [
          { table: 'taxes', id: expect.any(String), label: 'A', kind: 'inserted' },
          { table: 'taxes', id: expect.any(String), label: 'B', kind: 'inserted' },
        ],
        count: 2,
      },
      {
        ...base,
        id: 4,
        origin: 'direct-write',
        records: [{ ...customer, label: 'Halm AG', kind: 'deleted' }],
        count: 1,
      },
    ]);
    expect(mock.history.list({ after: 1, limit: 2 }).map((change) => change.id)).toEqual([3, 4]);
    expect(mock.history.list({ limit: 0 })).toEqual([]);
    expect(mock.history.changes(2)).toMatchObject([
      { ...customer, before: { name: 'Halm' }, after: { name: 'Halm AG' } },
    ]);
    expect(mock.history.changes(99)).toEqual([]);
  });

  test('knows a request as long as the journal does', async () => {
    const mock = startMock();
    await call(mock, 'POST', '/api/customers', halm);
    mock.journal.clear();
    await call(mock, 'GET', '/api/customers');
    expect(mock.history.list()).toMatchObject([{ operation: 'customers.create', request: undefined }]);
  });

  test('shows no tokens, and cannot be changed from outside', async () => {
    const mock = startMock();
    await call(mock, 'POST', '/api/customers', { ...halm, name: `Halm ${mock.token}` });
    expect(JSON.stringify([mock.history.list(), mock.history.changes(1)])).not.toContain(mock.token);
    Object.assign(mock.history.changes(1)[0]?.after ?? {}, { name: 'X' });
    expect(mock.history.changes(1)).toMatchObject([{ after: { name: 'Halm [token]' } }]);
  });

  test('is empty after a reset, and begins with the same ids', async () => {
    const mock = startMock();
    mock.create.customer();
    mock.create.customer();
    mock.reset();
    expect(mock.history.list()).toEqual([]);
    expect(mock.history.first).toBe(1);
    expect(() => mock.history.restoreBefore(2)).toThrow(RangeError);
    mock.create.customer();
    expect(idsOf(mock)).toEqual([1]);
  });

  test('has the last 1,000 changes with at most 20,000 records', () => {
    const mock = startMock();
    for (let count = 0; count < 1001; count += 1) mock.db.taxes.insert({ name: `Tax ${count}` });
    expect(mock.history.list()).toHaveLength(1000);
    expect(mock.history.first).toBe(2);
    expect(() => mock.history.restoreBefore(1)).toThrow(
      'history.restoreBefore: change 1 is too far back. The history has the changes from 2 on. Restore a snapshot instead.',
    );
    expect(() => mock.history.undo(1)).toThrow('history.undo: change 1 is too far back.');
    mock.importRows({ taxes: Array.from({ length: 20_000 }, (_, index) => ({ name: `Many ${index}` })) });
    expect(idsOf(mock)).toEqual([1002]);
    mock.db.taxes.insert({ name: 'One more' });
    expect(idsOf(mock)).toEqual([1003]);
    mock.history.restoreBefore(1003);
    expect(mock.db.taxes.size).toBe(21_001);
    mock.reset();
    mock.db.taxes.insert({ name: 'First again' });
    mock.history.undo(1);
    expect(mock.db.taxes.size).toBe(0);
  });

  test('has changes with at most 64,000,000 characters, of rows that were deleted as well', () => {
    const mock = startMock();
    for (let count = 0; count < 3; count += 1) mock.db.taxes.insert({ name: `${count}`.repeat(20_000_000) });
    expect(idsOf(mock)).toEqual([1, 2, 3]);
    for (const { id } of mock.db.taxes.list()) mock.db.taxes.delete(id);
    expect(idsOf(mock)).toEqual([4, 5, 6]);
  });

  test('has the newest change, however large it is', () => {
    const mock = startMock();
    mock.create.tax();
    const taxes = Array.from({ length: 20_001 }, (_, index) => ({ name: `Tax ${index}` }));
    mock.importRows({ taxes }).undo();
    expect([mock.db.taxes.size, idsOf(mock)]).toEqual([1, [3]]);
  });
});

test('a history of limited bytes loses its oldest changes, but never the newest', () => {
  const { mock } = createMock(resolveOptions({}), { logBytes: 10_000 });
  const bytes = () =>
    mock.history.list().reduce((sum, { id }) => sum + Buffer.byteLength(JSON.stringify(mock.history.changes(id))), 0);
  for (let count = 0; count < 100; count += 1) mock.db.taxes.insert({ name: `${count} ${'税'.repeat(100)}` });
  expect(bytes()).toBeGreaterThan(9_000);
  expect(bytes()).toBeLessThanOrEqual(10_000);
  expect(mock.history.first).toBeGreaterThan(1);
  const { id } = mock.db.taxes.insert({ name: 'x'.repeat(20_000) });
  expect(mock.history.list()).toHaveLength(1);
  mock.history.undo(mock.history.first);
  expect(mock.db.taxes.get(id)).toBeUndefined();
});

describe('restoreBefore()', () => {
  test('restores the records as a request found them, in one change that can be undone', async () => {
    const mock = startMock({ seed: demo });
    const before = stateOf(mock);
    await call(mock, 'POST', '/api/products', rack);
    await call(mock, 'GET', '/api/customers');
    mock.create.customer();
    const after = stateOf(mock);
    const { nextChange } = mock.journal.last('products.create');
    expect(mock.journal.last('customers.list').nextChange).toBe(nextChange + 1);
    const faults = mock.faults.list();
    const restored = mock.history.restoreBefore(nextChange);
    expect(stateOf(mock)).toBe(before);
    expect(restored).toMatchObject({ id: 3, origin: 'restore', undone: 1 });
    expect(mock.history.list().at(-1)).toEqual(restored);
    expect(mock.faults.list()).toEqual(faults);
    expect(mock.journal.size).toBe(2);
    expect((await call(mock, 'GET', '/api/customers')).status).toBe(200);
    mock.history.undo(3);
    expect(stateOf(mock)).toBe(after);
    expect(mock.history.restoreBefore(mock.journal.last().nextChange + 1)).toBeUndefined();
  });

  test('undoes nothing if a change came that the caller does not know', () => {
    const mock = startMock();
    mock.db.taxes.insert({ name: 'A' });
    mock.db.taxes.insert({ name: 'B' });
    expect(() => mock.history.restoreBefore(1, { last: 1 })).toThrow(
      'history.restoreBefore: there are changes after 1, up to 2. List the changes again first.',
    );
    expect(mock.db.taxes.size).toBe(2);
    mock.history.restoreBefore(1, { last: 2 });
    expect(mock.db.taxes.size).toBe(0);
  });

  test('rejects wrong arguments', () => {
    const { history } = startMock();
    expect(() => history.restoreBefore(2)).toThrow('history.restoreBefore: there is no change 2.');
    for (const id of [0, 1.5, '1', Number.NaN]) {
      expect(() => history.restoreBefore(id as number)).toThrow('history.restoreBefore: must be a whole number from 1');
    }
    expect(() => history.restoreBefore(1, { lats: 1 } as object)).toThrow(TypeError);
    expect(() => history.list({ after: -1 })).toThrow('history.list.after: must be a whole number from 0, received -1');
  });

  test('keeps the clock, ids and tokens, but revokes the tokens of workspaces that no longer exist', () => {
    const mock = startMock();
    const { id: workspace } = mock.db.workspaces.insert({ name: 'Other' });
    const token = mock.tokens.issue({ workspace });
    const first = mock.db.taxes.insert({ name: 'A' });
    mock.history.restoreBefore(1);
    expect(mock.tokens.has(token)).toBe(false);
    expect(mock.tokens.has(mock.token)).toBe(true);
    expect(mock.db.taxes.insert({ name: 'A' }).id).not.toBe(first.id);
  });

  test('does not delete the workspace of the mock', () => {
    const mock = startMock();
    const other = createMockServer({ randomSeed: 7, seed: demo });
    mock.restore(JSON.parse(JSON.stringify(other.snapshot())));
    const state = stateOf(mock);
    expect(() => mock.history.restoreBefore(1)).toThrow(InvalidRecordError);
    expect(() => mock.history.undo(1)).toThrow(InvalidRecordError);
    expect(stateOf(mock)).toBe(state);
    expect(mock.tokens.has(mock.token)).toBe(true);
  });

  test('lets a held call continue with the restored records', async () => {
    const mock = startMock();
    await call(mock, 'POST', '/api/customers', halm);
    const { id } = mock.db.customers.find(halm) ?? { id: '' };
    const held = mock.faults.hold('customers.get');
    const response = call(mock, 'GET', `/api/customers/${id}`);
    await held.reached();
    mock.history.restoreBefore(1);
    held.release();
    expect((await response).status).toBe(404);
  });
});

test.each(['history/abc', 'history/1.5', 'journal/abc/changes'])(
  'the control API rejects the path %s',
  async (path) => {
    const { status } = await createControlFetch(startMock())(`http://m/__mock/${path}`);
    expect(status).toBe(path.startsWith('journal') ? 404 : 400);
  },
);

describe('undo()', () => {
  test('undoes one change, with the prices of a product, and keeps the later ones', async () => {
    const mock = startMock({ seed: demo });
    const before = stateOf(mock);
    await call(mock, 'POST', '/api/products', rack);
    const tax = mock.db.taxes.insert({ name: 'A' });
    expect(mock.history.undo(1)).toMatchObject({ id: 3, origin: 'undo', undone: 1 });
    expect(mock.db.taxes.get(tax.id)).toBeDefined();
    mock.db.taxes.delete(tax.id);
    expect(stateOf(mock)).toBe(before);
  });

  test('brings back a deleted record at its place', () => {
    const mock = startMock({ seed: demo });
    const before = stateOf(mock);
    const [product] = mock.db.products.list();
    mock.db.products.delete(product?.id ?? '');
    expect(stateOf(mock)).not.toBe(before);
    mock.history.undo(1);
    expect(stateOf(mock)).toBe(before);
  });

  test('brings back neither a price whose pricebook is gone, nor one that another price has replaced', () => {
    const { create, db, history } = startMock();
    const [kept, gone] = [create.pricebook(), create.pricebook()];
    const product = create.product();
    db.products.delete(product.id);
    const deletion = history.list().at(-1)?.id ?? 0;
    db.pricebooks.delete(gone.id);
    history.undo(deletion);
    const [blank, ...others] = db.prices.list({ product_id: product.id });
    expect([blank?.pricebook_id, others]).toEqual([kept.id, []]);
    const fields = { product_id: product.id, pricebook_id: kept.id, currency_id: kept.currency_id };
    const price = db.prices.insert({ ...fields, id: '11111111-1111-4111-8111-111111111111', pricing_model: 'flat' });
    const replacement = history.list().at(-1)?.id ?? 0;
    const changed = db.prices.update(price.id, { amount: 5 });
    history.undo(replacement, { changed: 'keep' });
    expect(db.prices.list({ product_id: product.id })).toEqual([changed]);
  });

  test('rejects a change whose undoing would make another record invalid', () => {
    const mock = startMock();
    const { create, db, history } = mock;
    const [from, to] = [create.productParent().id, create.productParent().id];
    create.product({ product_parent_id: from });
    const { id } = create.product({ product_parent_id: from });
    const fields = { product_parent_id: to, is_default: true };
    const imported = mock.importRows(
      { products: [{ ...db.products.get(id), ...fields }] as never },
      { existing: 'update' },
    );
    create.product({ product_parent_id: to });
    const state = stateOf(mock);
    const message = 'products: is_default must be true, because the product parent has no other default product';
    expect(() => history.undo(idsOf(mock).at(-2) ?? 0)).toThrow(message);
    expect(() => imported.undo()).toThrow(message);
    expect(stateOf(mock)).toBe(state);
  });

  test('rejects a change whose records were changed later, and names the later change', () => {
    const mock = startMock();
    const { id } = mock.db.taxes.insert({ name: 'A' });
    mock.db.taxes.update(id, { name: 'B' });
    mock.db.taxes.update(id, { name: 'C' });
    const other = mock.db.taxes.insert({ name: 'Other' });
    expect(() => mock.history.undo(2)).toThrow(`taxes: id ${id} was changed by change 3.`);
    mock.history.undo(4);
    expect(mock.db.taxes.get(other.id)).toBeUndefined();
    expect(() => mock.history.undo(2)).toThrow(`taxes: id ${id} was changed by change 3. Undo that change first`);
    expect(mock.db.taxes.get(id)).toMatchObject({ name: 'C' });
    mock.history.undo(3);
    mock.history.undo(2);
    expect(mock.db.taxes.get(id)).toMatchObject({ name: 'A' });
    mock.history.undo(1);
    expect(mock.db.taxes.size).toBe(0);
    expect(() => mock.history.undo(1)).toThrow(`taxes: id ${id} was changed by change 8`);
    expect(() => mock.history.undo(99)).toThrow('history.undo: there is no change 99.');
  });

  test('keeps records that were changed later, if the caller wants that', async () => {
    const mock = startMock();
    const remote = await connectMock(`${mock.baseUrl}/__mock/`, { fetch: createControlFetch(mock) });
    for (const history of [mock.history, remote.history]) {
      const { nextId } = { nextId: (mock.history.list().at(-1)?.id ?? 0) + 1 };
      mock.importRows({ taxes: [{ name: 'First' }, { name: 'Second' }] });
      mock.db.taxes.update(mock.db.taxes.find({ name: 'First' })?.id ?? '', { name: 'Changed' });
      await expect(async () => history.undo(nextId)).rejects.toThrow(InvalidRecordError);
      await history.undo(nextId, { changed: 'keep' });
      expect(mock.db.taxes.list().map(({ name }) => name)).toEqual(['Changed']);
      mock.reset();
    }
    await expect(async () => mock.history.undo(1, { changed: 'drop' as never })).rejects.toThrow(
      'history.undo.changed: must be one of "reject", "keep", received "drop"',
    );
  });

  test('rejects a deletion that other records prevent, or that would delete what came later', () => {
    const mock = startMock({ seed: demo });
    const customer = mock.db.customers.insert(halm);
    mock.create.contact({ customer_id: customer.id });
    const state = stateOf(mock);
    expect(() => mock.history.undo(1)).toThrow('is used by rows of contacts');
    expect(stateOf(mock)).toBe(state);
    mock.reset();
    const [change] = [mock.create.product(), ...mock.history.list()].slice(-1);
    const [currency] = mock.db.currencies.list();
    mock.db.pricebooks.insert({ name: 'New', api_name: 'new', currency_id: currency?.id ?? '' });
    expect(() => mock.history.undo((change as { id: number }).id)).toThrow(/^prices: id .* was changed by change \d+/);
  });
});

describe('a remote mock', () => {
  test('has the same history', async () => {
    const mock = startMock();
    const remote = await connectMock('http://mock/__mock/', { fetch: createControlFetch(mock) });
    const { id } = await remote.db.taxes.insert({ name: 'A' });
    await remote.db.taxes.update(id, { name: 'B' });
    expect(await remote.history.list()).toEqual(mock.history.list());
    expect(await remote.history.list({ after: 1, limit: 1 })).toMatchObject([{ id: 2 }]);
    expect(await remote.history.first).toBe(1);
    expect(await remote.history.changes(2)).toEqual(mock.history.changes(2));
    expect(await remote.history.undo(2)).toMatchObject({ id: 3, origin: 'undo' });
    expect(mock.db.taxes.get(id)).toMatchObject({ name: 'A' });
    await expect(remote.history.restoreBefore(1, { last: 1 })).rejects.toThrow('there are changes after 1, up to 3');
    expect(await remote.history.restoreBefore(1)).toMatchObject({ id: 4, undone: 1 });
    expect(await remote.history.restoreBefore(5)).toBeUndefined();
    expect(mock.db.taxes.size).toBe(0);
  });

  test('rejects with the same errors', async () => {
    const mock = startMock();
    const remote = await connectMock('http://mock/__mock/', { fetch: createControlFetch(mock) });
    mock.db.taxes.insert({ name: 'A' });
    const wrong: readonly [local: () => unknown, remote: () => Promise<unknown>][] = [
      [() => mock.history.list({ after: -1 }), () => remote.history.list({ after: -1 })],
      [() => mock.history.undo(7), () => remote.history.undo(7)],
      [() => mock.history.changes(0), () => remote.history.changes(0)],
      [() => mock.history.undo(1.5), () => remote.history.undo(1.5)],
      [() => mock.history.restoreBefore(0), () => remote.history.restoreBefore(0)],
      [() => mock.history.restoreBefore(1, { last: -1 }), () => remote.history.restoreBefore(1, { last: -1 })],
    ];
    for (const [local, other] of wrong) {
      const expected = await Promise.resolve()
        .then(local)
        .catch((error: unknown) => error);
      expect(await other().catch((error: unknown) => error)).toEqual(expected);
    }
  });
});

/** A step of a program that changes records. The number chooses among the records that exist. */
const steps: Readonly<Record<string, (mock: MockServer, choice: number) => unknown>> = {
  create: (mock, choice) => call(mock, 'POST', '/api/products', { ...rack, api_name: `rack-${choice}` }),
  update: (mock, choice) =>
    call(mock, 'PATCH', `/api/customers/${pick(mock.db.customers.list(), choice)}`, { name: 'X' }),
  delete: (mock, choice) => call(mock, 'DELETE', `/api/categories/${pick(mock.db.categories.list(), choice)}`),
  price: (mock, choice) => call(mock, 'PATCH', `/api/prices/${pick(mock.db.prices.list(), choice)}`, { price: choice }),
  insert: (mock) => mock.create.customer({}, { traits: ['with-contact'] }),
  write: (mock, choice) => mock.db.products.update(pick(mock.db.products.list(), choice), { name: `P ${choice}` }),
  remove: (mock, choice) => mock.db.products.delete(pick(mock.db.products.list(), choice)),
  import: (mock, choice) => mock.importRows({ taxes: [{ name: 'A' }, { name: `B ${choice}` }] }),
  pricebook: (mock, choice) =>
    mock.db.pricebooks.insert({ name: 'N', api_name: `n-${choice}`, currency_id: pick(mock.db.currencies.list(), 0) }),
  undo: (mock, choice) => mock.history.undo(choice + 1),
  restore: (mock, choice) => mock.history.restoreBefore(choice + 1),
};

function pick(rows: readonly { readonly id: string }[], choice: number): string {
  return rows[choice % Math.max(1, rows.length)]?.id ?? '';
}

const program = fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(12)), { minLength: 1, maxLength: 14 });

test('restoreBefore() gives exactly the former state, which is valid, and can be undone', async () => {
  await fc.assert(
    fc.asyncProperty(program, fc.nat(), async (made, choice) => {
      const mock = startMock({ seed: demo });
      const empty = mock.snapshot();
      const states = new Map([[1, stateOf(mock)]]);
      for (const [name, number] of made) {
        try {
          await steps[name]?.(mock, number);
        } catch (error) {
          // The state does not allow the step.
          if (!(error instanceof InvalidRecordError) && !(error instanceof RangeError)) throw error;
        }
        const last = mock.history.list().at(-1)?.id ?? 0;
        const known = states.get(last + 1);
        if (known) expect(stateOf(mock)).toBe(known);
        else states.set(last + 1, stateOf(mock));
      }
      const end = stateOf(mock);
      const [id, former] = [...states][choice % states.size] ?? [1, ''];
      const restored = mock.history.restoreBefore(id);
      expect(stateOf(mock)).toBe(former);
      // Throws if the API could not have created the rows.
      createMockServer({ seed: JSON.parse(JSON.stringify(mock.snapshot())) });
      if (restored) mock.history.undo(restored.id);
      expect(stateOf(mock)).toBe(end);
      mock.restore(empty);
      mock.history.restoreBefore(id);
      expect(stateOf(mock)).toBe(former);
    }),
    { numRuns: runs(400) },
  );
});

test('large records leave the history before they fill the memory', () => {
  const mock = startMock({ seed: demo });
  const id = mock.db.contacts.list()[0]?.id ?? '';
  for (let count = 1; count <= 70; count += 1) {
    mock.db.contacts.update(id, { first_name: `${count}`.padEnd(1_000_000) });
  }
  // The last 63 have less than 64 million characters.
  expect(mock.history.first).toBe(8);
  const terms = mock.db.paymentTerms.list()[0]?.id ?? '';
  for (let count = 0; count < 40; count += 1) {
    mock.db.paymentTerms.update(terms, { days: Array.from({ length: 100_000 }, () => count) } as never);
  }
  expect(idsOf(mock).length).toBeLessThan(40);
});

test('names a price after its product and its pricebook, even if they were deleted together', () => {
  const mock = createMockServer({ seed: demo });
  const { id } = mock.create.product({ name: 'Folding table' });
  const [price] = mock.db.prices.list({ product_id: id });
  const name = `Folding table · ${mock.db.pricebooks.get(price?.pricebook_id ?? '')?.name}`;
  mock.db.prices.update(price?.id ?? '', { floor_price: 1 });
  const labelOf = () =>
    mock.history
      .list()
      .at(-1)
      ?.records.find((record) => record.id === price?.id)?.label;
  expect(labelOf()).toBe(name);
  mock.db.products.delete(id);
  expect(labelOf()).toBe(name);
});
