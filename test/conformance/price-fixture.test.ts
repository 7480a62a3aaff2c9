/** On a server whose new products have no price, the kit checks prices with one that exists. */
import { describe, expect, test } from 'vitest';
import {
  type ConformanceReport,
  restoreFixtures,
  runConformance,
  type SavedFixtures,
} from '../../mocks/conformance.ts';
import { detail, sample } from '../sample.ts';
import { lines, numbersTo, skipWaits } from './helpers.ts';
import { fixtureRows, runOnSecond } from './run-on-second.ts';
import { type BugName, bugs } from './second-server/bugs.ts';
import { idOf } from './second-server/data.ts';
import { SecondServer } from './second-server/server.ts';

skipWaits();

const baseUrl = 'http://boats.example';
const variants = { newProductPrices: 'none' } as const;

/** Rules that change no more than the model and the amount. */
const possible = [
  'prices.update.amount-positive',
  'prices.update.model',
  'prices.amount-in-product',
  'prices.enriched',
  'prices.independent',
];

/** Rules that change other fields. */
const impossible = [
  'prices.update.fields',
  'prices.update.null',
  'prices.update.immutable',
  'prices.update.values',
  'prices.update.percent-range',
];

function rulesOf({ rules }: ConformanceReport, ids: readonly string[]) {
  return rules.flatMap(({ id, status, reason }) => (ids.includes(id) ? [{ status, reason }] : []));
}

function all(ids: readonly string[], result: { status: string; reason?: unknown }) {
  return ids.map(() => expect.objectContaining(result));
}

/** Adds the bodies of the updates of a price to a list. */
function watch(server: SecondServer, bodies: unknown[]): SecondServer['fetch'] {
  return async (input, init) => {
    const isUpdate = init?.method === 'PATCH' && input.includes(server.fixtures.price);
    if (isUpdate && init.body !== undefined) bodies.push(JSON.parse(String(init.body)));
    return await server.fetch(input, init);
  };
}

describe('a run', () => {
  detail('without the fixture says what it needs', async () => {
    const report = await runOnSecond(new SecondServer({ variants }), { fixtures: {} });
    const reason = expect.stringContaining('if new products have none, add `price`, the id of a flat price');
    expect(rulesOf(report, possible)).toEqual(all(possible, { status: 'not run', reason }));
    expect(rulesOf(report, impossible)).toEqual(
      all(impossible, { status: 'not run', reason: 'a new product has no price' }),
    );
    const { fetch, tokens } = new SecondServer({ variants });
    const { operations } = await runConformance({ baseUrl, token: tokens.main, fetch, allowWrites: true });
    const operation = operations.find((each) => each.operation === 'prices.update');
    expect(operation).toMatchObject({ status: 'not run', reason });
  });

  detail('with the fixture changes only its model and its amount, and restores both', async () => {
    const server = new SecondServer({ variants });
    const before = structuredClone(server.tables.prices);
    const bodies: object[] = [];
    const report = await runOnSecond(server, { fetch: watch(server, bodies) });
    expect(lines(report)).toEqual([]);
    expect(rulesOf(report, possible)).toEqual(all(possible, { status: 'passed' }));
    const reason = 'a new product has no price, and only the model and the amount of the fixture `price` may change';
    expect(rulesOf(report, impossible)).toEqual(all(impossible, { status: 'not run', reason }));
    expect(new Set(bodies.flatMap((body) => Object.keys(body)))).toEqual(new Set(['pricing_model', 'amount']));
    expect(bodies.length).toBeGreaterThan(10);
    expect(report.unrestored).toEqual([]);
    const withoutTime = (rows: typeof before) => rows.map(({ updated_at: _, ...row }) => row);
    expect(withoutTime(server.tables.prices)).toEqual(withoutTime(before));
  });

  detail('finds the product of the fixture', async () => {
    // No request sets the texts of the price, so that the server may omit them.
    const more = { idCase: 'upper', unsetText: 'missing', paging: 'link', pageSize: 7 } as const;
    const server = new SecondServer({ variants: { ...variants, ...more } });
    const { price } = server.fixtures;
    const report = await runOnSecond(server, { fixtures: { price: price.toLowerCase() } });
    expect(lines(report)).toEqual([]);
    expect(rulesOf(report, possible)).toEqual(all(possible, { status: 'passed' }));
  });

  detail('does not change the fixture if new products have prices', async () => {
    const server = new SecondServer();
    const bodies: unknown[] = [];
    const report = await runOnSecond(server, { fetch: watch(server, bodies) });
    expect(rulesOf(report, [...possible, ...impossible])).toEqual(
      all([...possible, ...impossible], { status: 'passed' }),
    );
    expect(bodies).toEqual([]);
  });

  detail('that reads only does not change the fixture', async () => {
    const server = new SecondServer({ variants });
    const bodies: unknown[] = [];
    await runOnSecond(server, { fetch: watch(server, bodies), allowWrites: false });
    expect(bodies).toEqual([]);
  });
});

describe('the fixture is not changed', () => {
  const missing = idOf('nothing');
  const tiered = idOf('north price dinghy red wholesale');
  const { price, pricedProduct } = new SecondServer().fixtures;

  test.each([
    [
      'a tiered price',
      { price: tiered, pricedProduct },
      'must be a flat price with an amount above 0, because the kit',
    ],
    ['a tiered price without its product', { price: tiered }, 'cannot restore others; received the model "volume"'],
    ['a price of no product', { price: missing }, 'none of the 6 products that were read has the fixture `price`: add'],
    [
      'another product',
      { price, pricedProduct: idOf('north dinghy blue') },
      'the fixture `pricedProduct` does not have the fixture `price`: pass the product of `price`',
    ],
    ['a product that is missing', { price, pricedProduct: missing }, 'the fixture `pricedProduct` returned status 404'],
  ])('if it is %s, and the reason is named before the first write', async (_, fixtures, message) => {
    const server = new SecondServer({ variants });
    const before = structuredClone(server.tables.prices);
    const notices: string[] = [];
    const report = await runOnSecond(server, { fixtures, onNotice: (reason) => notices.push(reason) });
    expect(notices).toEqual([expect.stringContaining(message)]);
    expect(rulesOf(report, possible)).toEqual(all(possible, { status: 'not run', reason: notices[0] }));
    expect(lines(report)).toEqual([]);
    expect(server.tables.prices).toEqual(before);
  });

  detail('if it is a tiered price since the start of the run', async () => {
    const server = new SecondServer({ variants });
    const row = server.tables.prices.find(({ id }) => id === price);
    const report = await runOnSecond(server, {
      // The kit has looked at the fixtures.
      onProgress: () => Object.assign(row ?? {}, { pricing_model: 'volume', amount: null }),
    });
    const reason = expect.stringContaining('cannot restore others; received the model "volume"');
    expect(rulesOf(report, possible)).toEqual(all(possible, { status: 'not run', reason }));
    expect(row).toMatchObject({ pricing_model: 'volume', amount: null });
  });
});

describe('with the fixture, the kit notices a server that', () => {
  const names: BugName[] = [
    'accepts a negative amount',
    'accepts any pricing model',
    'shows a wrong product name in prices',
    'shows amounts of all models',
    'updates foreign prices',
  ];

  test.each(sample(names, 'kitRuns'))('%s', async (bug) => {
    const server = new SecondServer({ variants, bug });
    const before = fixtureRows(server);
    const report = await runOnSecond(server);
    expect(lines(report).filter((line) => bugs[bug].cause.test(line))).not.toEqual([]);
    expect(report.unrestored).toEqual([]);
    expect(fixtureRows(server)).toEqual(before);
  });
});

describe('the price is restored at each of its updates', () => {
  detail('after an interruption', async () => {
    for (const moment of sample(numbersTo(13))) {
      const server = new SecondServer({ variants });
      const before = fixtureRows(server);
      const controller = new AbortController();
      const bodies: unknown[] = [];
      const fetch = watch(server, bodies);
      const report = await runOnSecond(server, {
        signal: controller.signal,
        fetch: async (input, init) => {
          const response = await fetch(input, init);
          if (bodies.length === moment) controller.abort();
          return response;
        },
      });
      expect([report.outcome, report.unrestored], `update ${moment}`).toEqual(['interrupted', []]);
      expect(fixtureRows(server), `update ${moment}`).toEqual(before);
    }
  });

  detail('at the limit of requests', async () => {
    const first = new SecondServer({ variants });
    const bodies: unknown[] = [];
    const fetch = watch(first, bodies);
    const limits: number[] = [];
    let sent = 0;
    await runOnSecond(first, {
      fetch: async (input, init) => {
        sent += 1;
        const count = bodies.length;
        const response = await fetch(input, init);
        if (bodies.length > count) limits.push(sent);
        return response;
      },
    });
    expect(limits.length).toBeGreaterThan(10);
    for (const maxRequests of sample(limits)) {
      const server = new SecondServer({ variants });
      const before = fixtureRows(server);
      const report = await runOnSecond(server, { maxRequests });
      expect([report.outcome, report.unrestored], `request ${maxRequests}`).toEqual(['could not run', []]);
      expect(fixtureRows(server), `request ${maxRequests}`).toEqual(before);
    }
  });
});

describe('the other prices of the product', () => {
  const rowOf = ({ tables }: SecondServer, name: string) => tables.prices.find(({ id }) => id === idOf(name));

  detail('are reported if the server changes them too, and the price is not changed again', async () => {
    const server = new SecondServer({ variants, bug: 'changes other prices' });
    const bodies: unknown[] = [];
    let saved: SavedFixtures | undefined;
    const report = await runOnSecond(server, {
      fetch: watch(server, bodies),
      saveFixtures: (fixtures) => {
        saved = fixtures;
      },
    });
    const id = idOf('north price dinghy red wholesale');
    expect(lines(report)).toEqual([expect.stringMatching(/prices\.independent: .* changes other prices/)]);
    expect(report.unrestored).toEqual([
      {
        operation: 'prices.update',
        id,
        fields: ['pricing_model', 'amount'],
        reason: 'the server changed it with another price of its product',
      },
    ]);
    expect(saved?.fixtures.find((fixture) => fixture.id === id)?.fields).toEqual({
      pricing_model: 'volume',
      amount: null,
    });
    expect(rowOf(server, 'north price dinghy red retail')).toMatchObject({ pricing_model: 'flat', amount: 990 });
    const own = { pricing_model: 'flat', amount: 990 };
    expect(bodies).toEqual([own, { pricing_model: 'flat', amount: 17 }, own]);
  });

  detail('may follow it in a dynamic pricebook', async () => {
    const server = new SecondServer({ variants });
    const [parent, child] = ['retail', 'wholesale'].map((name) => rowOf(server, `north price dinghy red ${name}`));
    if (!parent || !child) throw new Error('the product has two prices');
    Object.assign(child, { pricing_model: 'flat' });
    Object.defineProperty(child, 'amount', { enumerable: true, get: () => Number(parent['amount']) / 2 });
    const report = await runOnSecond(server);
    expect(lines(report)).toEqual([]);
    expect(report.observations.map(({ message }) => message)).toContain(
      'the update of a price changes other prices of the product',
    );
    expect(report.unrestored).toEqual([]);
  });
});

detail('a price that a run left changed can be restored from what it saved', async () => {
  const server = new SecondServer({ variants });
  const before = fixtureRows(server);
  const { price, pricedProduct } = server.fixtures;
  let saved: SavedFixtures | undefined;
  let updates = 0;
  const report = await runOnSecond(server, {
    fixtures: { price, pricedProduct },
    fetch: async (input, init) => {
      const isUpdate = init.method === 'PATCH' && input.includes(price);
      if (isUpdate) updates += 1;
      // The database becomes read-only.
      return isUpdate && updates > 2
        ? Response.json({ success: false, error: 'Read-only' }, { status: 409 })
        : await server.fetch(input, init);
    },
    saveFixtures: (fixtures) => {
      saved = fixtures;
    },
  });
  expect(fixtureRows(server)).not.toEqual(before);
  expect(report.unrestored).toMatchObject([{ operation: 'prices.update', id: price }]);
  expect(JSON.stringify(report.unrestored)).not.toContain('990');
  if (!saved) throw new Error('the fields are saved until they are restored');
  expect(saved).toMatchObject({
    version: 1,
    fixtures: [
      { operation: 'prices.update', id: price, productId: pricedProduct, fields: { amount: 990 } },
      { operation: 'prices.update', productId: pricedProduct, fields: { pricing_model: 'volume' } },
    ],
  });
  const options = { baseUrl: saved.baseUrl, token: server.tokens.main, fetch: server.fetch };
  const read = structuredClone(saved);
  const unlinked = { ...read, fixtures: read.fixtures.map(({ productId: _, ...rest }) => rest) };
  await expect(restoreFixtures({ ...options, saved: unlinked })).rejects.toThrow(
    'saved: fixtures.0.productId is required for a price',
  );
  expect(await restoreFixtures({ ...options, saved: read })).toEqual([]);
  expect(fixtureRows(server)).toEqual(before);
});
