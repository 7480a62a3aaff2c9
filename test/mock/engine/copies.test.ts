import { describe, expect, test } from 'vitest';
import { createMockServer, demo, type MockServer } from '../../../mocks/index.ts';
import { call, noon, startMock } from '../helpers.ts';

/** Changes a value that is read-only for TypeScript, as a JavaScript program can. */
function change(value: unknown, changes: object): void {
  try {
    Object.assign(value as object, changes);
  } catch {
    // The value is frozen.
  }
}

describe('a change of a value after it was passed has no effect:', () => {
  test('the date of a clock', () => {
    const start = new Date(noon);
    const mock = createMockServer({ clock: start });
    start.setFullYear(1999);
    expect(mock.clock.now()).toBe(noon);
    mock.reset();
    expect(mock.clock.now()).toBe(noon);
    const moment = new Date(noon + 1000);
    mock.clock.set(moment);
    moment.setFullYear(1999);
    expect(mock.clock.now()).toBe(noon + 1000);
  });

  test.each<[string, (fault: object) => void]>([
    ['of an option', () => undefined],
    ['of add', () => undefined],
  ])('the properties of a fault %s', async (where) => {
    const fault = {
      on: ['customers.list' as const],
      status: 503,
      body: { error: 'down', details: [{ path: 'x' }] },
      headers: { 'x-cause': 'test' },
      delay: { min: 0, max: 0 },
    };
    const faults = [fault];
    const mock = startMock(where === 'of an option' ? { faults } : {});
    if (where === 'of add') mock.faults.add(fault);
    const expected = structuredClone(fault);
    fault.on.push('*' as never);
    fault.status = 201;
    fault.body.error = 'changed';
    change(fault.body.details[0], { path: 'y' });
    fault.headers['x-cause'] = 'changed';
    fault.delay.max = 1e9;
    faults.length = 0;
    const [listed] = mock.faults.list();
    expect(listed).toMatchObject(expected);
    change(listed?.body, { error: 'changed' });
    change(listed?.headers, { 'x-cause': 'changed' });
    change(listed?.on, ['*']);
    change(listed?.delay, { max: 1e9 });
    const response = await call(mock, 'GET', '/api/customers');
    expect(response).toMatchObject({ status: 503, body: expected.body, headers: expected.headers });
    expect(mock.faults.list()).toMatchObject([expected]);
    change(response.headers, { 'x-cause': 'changed' });
    mock.reset();
    if (where === 'of an option') expect(mock.faults.list()).toMatchObject([expected]);
  });

  test('the headers of a request', async () => {
    const mock = startMock();
    const held = mock.faults.hold('customers.list');
    const headers = { authorization: `Bearer ${mock.token}`, 'x-trace': 'one' };
    const request = new Request(`${mock.baseUrl}/api/customers`, { headers });
    const response = mock.fetch(request);
    await held.reached();
    request.headers.set('authorization', 'Bearer wrong');
    request.headers.set('x-trace', 'two');
    held.release();
    expect((await response).status).toBe(200);
    request.headers.set('x-trace', 'three');
    expect(mock.journal.last().headers).toEqual({ 'x-trace': 'one' });
  });

  test('the permissions of a token', async () => {
    const permissions = ['customers:read' as const];
    const mock = startMock({ permissions });
    const issued = mock.tokens.issue({ permissions });
    permissions.push('*' as never);
    for (const entry of mock.tokens.list()) {
      expect(entry.permissions).toEqual(['customers:read']);
      (entry.permissions as string[]).push('*');
    }
    for (const token of [mock.token, issued]) {
      expect(await call(mock, 'POST', '/api/catalogs', { name: 'Spring' }, { token })).toMatchObject({ status: 403 });
    }
  });

  test('the policies', () => {
    const rateLimit = { limit: 5, window: 1000 };
    const policies = { createdStatus: 200 as const, rateLimit };
    const mock = startMock({ policies });
    const set = startMock();
    set.policies.rateLimit = rateLimit;
    change(policies, { createdStatus: 201 });
    rateLimit.limit = -1;
    for (const { rateLimit: limit } of [mock.policies, set.policies]) {
      change(limit, { limit: -2 });
      expect(limit).toEqual({ limit: 5, window: 1000 });
    }
    expect(mock.policies.createdStatus).toBe(200);
    mock.reset();
    expect(mock.policies).toMatchObject({ createdStatus: 200, rateLimit: { limit: 5, window: 1000 } });
  });

  test.each<
    [
      string,
      (mock: MockServer, row: { name: string; type: 'company'; tax_ids: { tax: string; tax_value: string }[] }) => void,
    ]
  >([
    ['insert', (mock, row) => mock.db.customers.insert(row)],
    ['create', (mock, row) => mock.create.customer(row)],
    ['import', (mock, row) => mock.importRows({ customers: [row] })],
  ])('a row of %s', (_, write) => {
    const row = { name: 'Halm', type: 'company' as const, tax_ids: [] as { tax: string; tax_value: string }[] };
    const mock = startMock();
    write(mock, row);
    row.name = 'changed';
    row.tax_ids.push({ tax: 'x', tax_value: 'y' });
    const stored = mock.db.customers.list()[0];
    expect(stored).toMatchObject({ name: 'Halm', tax_ids: [] });
    change(stored, { name: 'changed' });
    change(stored?.tax_ids, [{ tax: 'x' }]);
    expect(mock.db.customers.list()[0]).toMatchObject({ name: 'Halm', tax_ids: [] });
  });

  test('the rows of a seed, a snapshot and its JSON', () => {
    const seed = { customers: [{ name: 'Halm', type: 'company' as const }] };
    const mock = startMock({ seed });
    change(seed.customers[0], { name: 'changed' });
    seed.customers.push({ name: 'Other', type: 'company' });
    mock.reset();
    const names = () => mock.db.customers.list().map(({ name }) => name);
    expect(names()).toEqual(['Halm']);
    const saved = mock.snapshot().toJSON();
    const other = startMock({ seed: saved });
    mock.restore(saved);
    change(saved.tables.customers?.[0], { name: 'changed' });
    other.reset();
    expect(names()).toEqual(['Halm']);
    expect(other.db.customers.list().map(({ name }) => name)).toEqual(['Halm']);
  });

  test('an entry, a summary and a HAR of the journal', async () => {
    const mock = createMockServer({ seed: demo, clock: noon });
    mock.faults.add({ status: 503, headers: { 'x-cause': 'test' }, body: { error: 'down' }, times: 1 });
    await call(mock, 'POST', '/api/customers', { name: 'Halm', type: 'company' });
    const read = () => JSON.stringify([mock.journal.list(), mock.journal.summaries(), mock.journal.toHar()]);
    const before = read();
    const entry = mock.journal.last('customers.create');
    for (const value of [
      entry,
      entry.headers,
      entry.body,
      entry.response,
      entry.response.headers,
      entry.response.body,
    ]) {
      change(value, { name: 'changed', url: 'changed', status: 200, 'x-cause': 'changed', error: 'changed' });
    }
    change(mock.journal.list(), []);
    change(mock.journal.summaries()[0], { url: 'changed' });
    change(mock.journal.toHar().log.entries[0], { time: -1 });
    expect(read()).toBe(before);
  });
});
