/** A property of handlers that fail: nothing that they have written stays. */
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { createMemoryStore, demo, mockOperation } from '../../../mocks/index.ts';
import { fc } from '../../fast-check.ts';
import { runs } from '../../sample.ts';
import { call, contents, startMock } from '../helpers.ts';

const change = fc.record({
  kind: fc.constantFrom('insert', 'update', 'delete', 'direct', 'token', 'policy', 'clock', 'fault'),
  table: fc.constantFrom('customers', 'contacts', 'categories', 'products', 'productParents', 'taxes'),
  row: fc.nat(),
  name: fc.string(),
  /** Whether the handler goes on if the change fails. */
  isCaught: fc.boolean(),
});
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

const definition = {
  name: 'batches.run',
  method: 'POST',
  path: '/api/batches',
  body: z.custom<{ readonly changes: readonly Change[] }>(),
  response: z.literal('done'),
} as const;

test('a handler that fails leaves the records, tokens, settings, ids and the stored state unchanged', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  let hasChanged = false;
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 8 }),
      fc.constantFrom('throw', 'reject', 'promise', 'other data'),
      async (changes, end) => {
        const store = createMemoryStore();
        const batch = mockOperation(definition, {
          handle({ body, db, reject }) {
            for (const { kind, table, row, name, isCaught } of body.changes) {
              const rows = db[table].list();
              const { id = '' } = rows[row % Math.max(1, rows.length)] ?? {};
              try {
                if (kind === 'insert') db[table].insert(mock.build[singular[table]]() as never);
                else if (kind === 'update') db[table].update(id, { name } as never);
                else if (kind === 'delete') db[table].delete(id);
                else if (kind === 'direct') mock.db.taxes.insert({ name });
                else if (kind === 'token') mock.tokens.issue();
                else if (kind === 'policy') mock.policies.createdStatus = 200;
                else if (kind === 'clock') mock.clock.advance(1000);
                else mock.faults.add({ on: 'customers.list', status: 503 });
                hasChanged = true;
              } catch (error) {
                if (!isCaught) throw error;
              }
            }
            if (end === 'throw') throw new Error('Boom');
            if (end === 'reject') reject(418, 'Teapot');
            return (end === 'promise' ? Promise.resolve('done') : 'undone') as never;
          },
        });
        const mock = startMock({ seed: demo, operations: [batch] });
        await mock.persist(await store.open('a'));
        const before = JSON.stringify(mock.snapshot({ tokens: true, settings: true }));
        const { status } = await call(mock, 'POST', '/api/batches', { changes });
        expect(status).toBeGreaterThanOrEqual(400);
        await mock.flush();
        // `build` counts the records that it names, also of calls that fail.
        const withoutCounts = (json: string) => ({ ...JSON.parse(json), sequences: undefined });
        expect(withoutCounts(JSON.stringify(mock.snapshot({ tokens: true, settings: true })))).toEqual(
          withoutCounts(before),
        );
        const restored = startMock();
        await restored.persist(await store.open('a'));
        expect(contents(restored)).toEqual(contents(mock));
      },
    ),
    { numRuns: runs(200) },
  );
  expect(hasChanged).toBe(true);
});

const singular = {
  customers: 'customer',
  contacts: 'contact',
  categories: 'category',
  products: 'product',
  productParents: 'productParent',
  taxes: 'tax',
} as const;
