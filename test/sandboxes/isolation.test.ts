import { expect, test } from 'vitest';
import { createMockServer, createSandboxes, demo, type MockServer, type MockSnapshot } from '../../mocks/index.ts';
import { fc } from '../fast-check.ts';
import { runs } from '../sample.ts';

const options = { seed: demo, clock: '2026-03-02T12:00:00.000Z' };

interface Action {
  readonly kind: string;
  readonly number: number;
}

const kinds = [
  'create',
  'update',
  'delete',
  'list',
  'factory',
  'remove',
  'token',
  'fault',
  'clear',
  'clock',
  'limit',
  'journal',
  'keep',
  'restore',
  'reset',
];

/** Performs actions on one mock, and records all that a user of the mock can observe. */
class Player {
  readonly mock: MockServer;
  readonly responses: unknown[] = [];
  readonly #kept: MockSnapshot[] = [];

  constructor(mock: MockServer) {
    this.mock = mock;
  }

  async play({ kind, number }: Action): Promise<void> {
    const { db, create, faults, clock, policies, journal, tokens } = this.mock;
    const id = (table: 'products' | 'categories') => db[table].list()[number % db[table].size]?.id;
    switch (kind) {
      case 'create':
        return this.#call('POST', '/api/customers', { name: `Customer ${number}` });
      case 'update':
        return this.#call('PATCH', `/api/products/${id('products')}`, { name: `Product ${number}` });
      case 'delete':
        return this.#call('DELETE', `/api/categories/${id('categories')}`);
      case 'list':
        return this.#call('GET', '/api/customers');
      case 'factory':
        return void create.product();
      case 'remove':
        return void db.addresses.delete(db.addresses.list()[number]?.id ?? '');
      case 'token':
        return void tokens.issue({ token: `token-${number}` });
      case 'fault':
        return void faults.add({ on: 'customers.*', times: 2, status: 503 });
      case 'clear':
        return faults.clear();
      case 'clock':
        return clock.advance(number * 1000);
      case 'limit':
        policies.rateLimit = { limit: number + 1 };
        return;
      case 'journal':
        return journal.clear();
      case 'keep':
        return void this.#kept.push(this.mock.snapshot());
      case 'restore': {
        const snapshot = this.#kept[number % this.#kept.length];
        return snapshot && this.mock.restore(snapshot);
      }
      default:
        return this.mock.reset();
    }
  }

  observed(): unknown {
    const { mock, responses } = this;
    return {
      responses,
      snapshot: JSON.stringify(mock.snapshot({ tokens: true })),
      faults: mock.faults.list(),
      clock: mock.clock.now(),
      policies: { ...mock.policies },
      journal: mock.journal.list().map(({ duration: _, ...entry }) => entry),
    };
  }

  async #call(method: string, path: string, body?: object): Promise<void> {
    const response = await this.mock.fetch(this.mock.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${this.mock.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    this.responses.push([response.status, Object.fromEntries(response.headers), await response.text()]);
  }
}

test('a sandbox behaves like the only sandbox of a server that receives the same calls', async () => {
  const action = fc.record({ kind: fc.constantFrom(...kinds), number: fc.nat(5) });
  const turns = fc.array(fc.tuple(fc.nat(3), action), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(turns, async (sequence) => {
      const base = createMockServer({ ...options, token: 'default' });
      const seed = base.snapshot();
      const create = async (name: string, sandboxes = createSandboxes({ ...options, seed })) =>
        (await sandboxes.create({ name, token: `token-of-${name}` })).mock;
      const sandboxes = createSandboxes({ ...options, seed });
      const names = ['a', 'b', 'c'];
      const mocks = [base, ...(await Promise.all(names.map((name) => create(name, sandboxes))))];
      const together = mocks.map((mock) => new Player(mock));
      for (const [turn, each] of sequence) await together[turn]?.play(each);

      for (const [index, player] of together.entries()) {
        const name = names[index - 1];
        const single = new Player(name ? await create(name) : createMockServer({ ...options, token: 'default' }));
        for (const [turn, each] of sequence) if (turn === index) await single.play(each);
        expect(player.observed()).toEqual(single.observed());
      }
    }),
    { numRuns: runs(50) },
  );
});
