/** A run that is limited to some resources, for a service that is not complete yet. */
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { lines, runAll, skipWaits } from './helpers.ts';

skipWaits();

type Resources = NonNullable<Parameters<typeof runAll>[2]>['only'] & object;

/** Runs the kit on a mock that only has some resources. Returns the report, and the other operations that it called. */
async function runOn(only: Resources, options: Parameters<typeof runAll>[2] = {}) {
  const isOther = ({ name }: (typeof operations)[number]) => !only.some((resource) => name.startsWith(`${resource}.`));
  const others = operations.filter(isOther).map(({ name, method, path }) => ({
    name,
    method,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const called: string[] = [];
  const report = await runAll(
    {},
    ({ fetch }) =>
      async (input, init) => {
        const { pathname } = new URL(String(input));
        const other = others.find(({ method, pattern }) => method === init?.method && pattern.test(pathname));
        if (!other) return await fetch(input, init);
        called.push(other.name);
        return new Response('<h1>Not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } });
      },
    { only, ...options },
  );
  return { report, called };
}

describe('a run that is limited to', () => {
  test.each<readonly [Resources, string]>([
    [['customers'], 'customers.create.stored'],
    [['customers', 'contacts'], 'contacts.update.null'],
    [['customers', 'addresses'], 'addresses.update.immutable'],
    [['catalogs'], 'catalogs.create.values'],
    [['productParents', 'products'], 'products.update.name-length'],
  ])('%j only calls its operations', async (only, rule) => {
    const { report, called } = await runOn(only, { walks: 2 });
    expect(called).toEqual([]);
    expect(lines(report)).toEqual([]);
    expect(report.unknownValues).toEqual([]);
    expect(report.outcome).toBe('conforms');
    expect(report.rules.find(({ id }) => id === rule)).toMatchObject({ status: 'passed' });
    expect(report.rules.find(({ id }) => id === 'categories.update.fields')).toMatchObject({
      status: 'not run',
      reason: expect.stringMatching(/^needs categories\.\w+, which `only` excludes$/),
    });
    expect(report.operations.find(({ operation }) => operation === 'prices.update')).toMatchObject({
      status: 'not run',
      reason: '`only` excludes it',
    });
    expect(report.walks).toMatchObject({ notRun: 'they need all resources: run without `only`' });
  });

  test('resources without a list still checks the token', async () => {
    const { report } = await runOn(['catalogs'], { token: 'wrong' });
    expect(report.stopped).toContain('the server rejects `token`: GET /api/catalogs/');
  });

  test('an unknown resource is not accepted', async () => {
    const unknown = { only: ['customer'] as never };
    await expect(runAll({}, undefined, unknown)).rejects.toThrow(/^only.*customers/);
    await expect(runAll({}, undefined, { only: [] })).rejects.toThrow('only: must name a resource');
  });
});
