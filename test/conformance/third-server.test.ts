/** The kit names the causes of most bugs of a server that is older than the checks, and accuses no legal server. */
import { describe, expect, test } from 'vitest';
import { type ConformanceReport, runConformance } from '../../mocks/conformance.ts';
import { detail, isLong, sample } from '../sample.ts';
import { lines, numbersTo, skipWaits } from './helpers.ts';
import { createRandom } from './second-server/variants.ts';
import { type Bug, bugs } from './third-server/bugs.ts';
import { missed } from './third-server/missed.ts';
import { createThirdServer, type ThirdServerOptions } from './third-server/server.ts';
import { type VariantName, variants } from './third-server/variants.ts';

skipWaits();

/** Runs all checks of the kit on a third server. */
async function runKit(options: ThirdServerOptions): Promise<ConformanceReport> {
  const server = createThirdServer(options);
  const [own, other] = server.workspaces;
  return await runConformance({
    baseUrl: 'http://third.example',
    token: own.token,
    secondToken: other.token,
    limitedToken: own.readOnlyToken,
    fetch: (input, init) => server.fetch(new Request(input, init)),
    fixtures: own.fixtures,
    allowWrites: true,
    run: 'third',
    walks: 5,
  });
}

const names = Object.keys(variants) as VariantName[];

/** Returns the variants that a number stands for, about a third of them. */
function combine(seed: number): VariantName[] {
  const next = createRandom(seed);
  return names.filter(() => next() < 0.33);
}

describe('the kit accuses no third server', () => {
  detail('that is plain', async () => {
    const report = await runKit({});
    expect(lines(report)).toEqual([]);
    expect(report.outcome).toBe('conforms');
  });

  test.each(sample(names, 'kitRuns'))('with %s', async (name) => {
    const report = await runKit({ variants: [name] });
    expect(lines(report)).toEqual([]);
    expect(report.stopped).toBeUndefined();
  });

  test('with random combinations', async () => {
    for (const seed of sample(numbersTo(isLong ? 300 : 24), 'kitRuns')) {
      const report = await runKit({ variants: combine(seed) });
      expect(lines(report), `combination ${seed}: ${combine(seed).join(', ')}`).toEqual([]);
      expect(report.stopped, `combination ${seed}`).toBeUndefined();
    }
  }, 3_600_000);
});

/** The resources of an operation, as subjects name them: a product shows its parent and its prices. */
function resourcesOf({ operation }: Bug): string[] {
  const resource = operation.split('/')[2] ?? '';
  const goods = ['products', 'productParents', 'prices'];
  return resource === 'product-parents' || goods.includes(resource) ? goods : [resource];
}

/** Whether a line is about the resource of a bug, and has one of its words in addition to the name of the operation. */
function namesCause(bug: Bug, line: string): boolean {
  const isThere = bug.operation === 'ANY' || resourcesOf(bug).some((resource) => line.includes(`${resource}.`));
  const text = line
    .replaceAll(/\b[a-zA-Z]+\.(?:create|list|get|update|delete|getProduct)\b/g, '')
    .replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (code) => `${code} ${code.replaceAll('_', ' ')}`);
  return isThere && bug.words.some((word) => new RegExp(`\\b${word}(?:d|ed|s)?\\b`, 'i').test(text));
}

describe('the kit', () => {
  test.each(sample(bugs, 'kitRuns'))('looks for $name', async (bug) => {
    // The rules about prices need a new product that has one.
    const differences = lines(await runKit({ bugs: [bug.name], variants: ['default-price'] }));
    const isNamed = differences.some((line) => namesCause(bug, line));
    expect(isNamed, [bug.cause, ...differences].join('\n')).toBe(!missed.includes(bug.name));
  });

  detail('names the cause of most bugs', () => {
    expect(bugs.length - missed.length).toBeGreaterThanOrEqual(bugs.length * 0.9);
  });
});
