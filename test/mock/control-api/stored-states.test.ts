/** Every state that the control API accepts can be stored and read back. */

import { expect, test } from 'vitest';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { createMockServer, type MockServer } from '../../../mocks/index.ts';
import { tableNames } from '../../../mocks/store/metadata.ts';
import type { TableName } from '../../../mocks/store/row-types.ts';
import { fc } from '../../fast-check.ts';
import { runs } from '../../sample.ts';
import { fieldsOf, noon } from '../helpers.ts';

/** A request that is completed when it is sent: ids are those of rows that exist then. */
interface Plan {
  readonly method: string;
  readonly path: string;
  readonly table?: TableName;
  readonly choice: number;
  readonly body?: unknown;
}

const text = fc.constantFrom('', 'a', 'Ünï', 'x_y', 'halm@example.com', '2026-01-01T00:00:00.000Z', '\u0000', '💡');
const nested = fc.constantFrom<unknown[]>({ a: 1 }, [], [{ from: 1 }], { 'a[b]': { c: null } }, '__id', ['__id']);
const value = fc.oneof(text, fc.constantFrom<unknown[]>(null, true, 0, -1, 12.5, 1e21, 9e15), nested);

/** Fields that tables have, and a few that none has. */
const names = [
  ...['name', 'type', 'api_name', 'email', 'rate', 'period', 'unit', 'amount', 'description', 'is_active', 'percent'],
  ...[
    'customer_id',
    'category_ids',
    'product_id',
    'pricebook_id',
    'parent_category_id',
    'workspace_id',
    'id',
    'anything',
  ],
  ...['created_at', 'updated_at', 'deleted_at', 'volume_tiers', 'settings', 'identifiers'],
];
const fields = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4, noNullPrototype: true });

/** Bodies that tables accept. */
const valid: { readonly [Name in TableName]?: object } = {
  workspaces: { name: 'Second' },
  customers: { name: 'Halm', type: 'company' },
  currencies: { name: 'Euro', api_name: 'eur' },
  taxes: { name: 'VAT', rate: 19 },
  billingFrequencies: { period: 1, unit: 'month' },
  paymentTerms: { days: 30, name: '', nested: { list: [1, null] } },
  categories: { name: 'Desks', api_name: 'desks' },
  catalogs: { name: 'Spring', api_name: 'spring' },
  discounts: { name: 'Sale', is_active: true, category_ids: ['__id'] },
};

const table = fc.constantFrom(...tableNames);
const named = fc.constantFrom<TableName[]>('workspaces', 'customers', 'categories', 'taxes');
const choice = fc.nat(50);
const plan: fc.Arbitrary<Plan> = fc.oneof(
  fc.record({ table, choice, extra: fields }).map(({ table, choice, extra }) => ({
    ...{ method: 'POST', path: `/db/${table}`, table, choice },
    body: { ...valid[table], ...extra },
  })),
  table.map((table) => ({ method: 'POST', path: `/db/${table}`, table, choice: 0, body: valid[table] ?? {} })),
  fc.record({ table, choice, body: fields }).map(({ table, choice, body }) => ({
    ...{ method: 'PATCH', path: `/db/${table}/__id`, table, choice, body },
  })),
  fc.record({ table: named, choice, name: text }).map(({ table, choice, name }) => ({
    ...{ method: 'PATCH', path: `/db/${table}/__id`, table, choice },
    body: { name },
  })),
  fc
    .record({ table, choice })
    .map(({ table, choice }) => ({ method: 'DELETE', path: `/db/${table}/__id`, table, choice })),
  choice.map((choice) => ({
    method: 'POST',
    path: '/tokens',
    choice,
    body: { workspace: '__id' },
    table: 'workspaces' as const,
  })),
  fc.record({ choice, table }).map(({ choice }) => ({
    method: 'POST',
    path: `/create/${['customers', 'products', 'contacts', 'addresses', 'prices', 'discounts'][choice % 6]}`,
    choice,
    body: {},
  })),
  fc
    .record({ choice, set: fc.constantFrom('2030-01-01', '9999-12-31T23:59:59.999Z', '0001-01-01', 'x') })
    .map(({ choice, set }) => ({
      ...{ method: 'POST', path: '/clock', choice, body: { set } },
    })),
  choice.map((choice) => ({ method: 'POST', path: '/reset', choice })),
);

/** Replaces `__id` by the id of a row, if there is one. */
function withIds(mock: MockServer, { table = 'customers', choice }: Plan, given: string): string {
  const rows = mock.db[table].list();
  const id = rows[choice % Math.max(1, rows.length)]?.id ?? '00000000-0000-4000-8000-000000000000';
  const category = mock.db.categories.list()[0]?.id ?? id;
  return given.replaceAll('["__id"]', JSON.stringify([category])).replaceAll('__id', id);
}

const stored = (mock: MockServer) => JSON.parse(JSON.stringify(mock.snapshot({ tokens: true })));

test('random requests: each accepted one leaves a state that can be read back', async () => {
  const accepted = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 25, size: 'max' }), async (plans) => {
      const mock = createMockServer({ clock: noon, token: 'token' });
      const control = createControlFetch(mock);
      for (const each of plans) {
        const { method, path, body } = each;
        const response = await control(`https://mock.example/__mock${withIds(mock, each, path)}`, {
          method,
          ...(body !== undefined && {
            body: withIds(mock, each, JSON.stringify(body)),
            headers: { 'content-type': 'application/json' },
          }),
        });
        expect(response.status, `${method} ${path}`).toBeLessThan(500);
        if (!response.ok) continue;
        const name = `${method} ${path.split('/').slice(0, 2).join('/')}`;
        accepted.set(name, (accepted.get(name) ?? 0) + 1);
      }
      const json = stored(mock);
      const copy = createMockServer({ clock: noon, seed: json });
      expect(stored(copy)).toEqual(json);
      copy.restore(json);
      expect(stored(copy)).toEqual(json);
      const list = await copy.fetch(`${copy.baseUrl}/api/customers`, { headers: { authorization: 'Bearer token' } });
      // The first workspace can be deleted, and its token with it.
      expect([200, 401]).toContain(list.status);
      expect(fieldsOf(await list.json())).toHaveProperty('success');
    }),
    { numRuns: runs(400) },
  );
  // The property says nothing if all requests are rejected.
  const expected = ['POST /db', 'PATCH /db', 'DELETE /db', 'POST /tokens', 'POST /create', 'POST /clock'];
  expect(expected.filter((name) => (accepted.get(name) ?? 0) < runs(100) / 20)).toEqual([]);
});
