/** The kit names the causes of most bugs of a server that nobody had in mind who wrote the kit, and accuses no legal server. */
import { describe, expect, test } from 'vitest';
import { type ConformanceReport, runConformance } from '../../mocks/conformance.ts';
import { isLong, runs, sample } from '../fast-check.ts';
import { lines, skipWaits } from './helpers.ts';
import { createRandom } from './second-server/variants.ts';
import { type Bug, type BugName, bugs } from './third-server/bugs.ts';
import { createThirdServer, type ThirdServerOptions } from './third-server/server.ts';
import { type VariantName, variants } from './third-server/variants.ts';

skipWaits();

/** Bugs whose cause no difference names. This list only becomes shorter. */
const missed: readonly BugName[] = [
  'customer-name-html-escaped',
  'customer-name-ascii-only',
  'customer-type-uppercase-accepted',
  'customer-logo-lowercased',
  'customer-segment-not-stored',
  'customer-erp-as-number',
  'customer-tax-ids-first-only',
  'customer-tax-ids-second-unchecked',
  'customer-tax-value-uppercased',
  'customers-list-last-missing',
  'contact-name-trimmed',
  'contact-email-lowercased',
  'contact-role-first-checked',
  'contact-role-empty-ignored',
  'contact-created-at-changed',
  'contact-rejected-partly',
  'address-city-latin-only',
  'address-line-spaces-collapsed',
  'address-postal-code-as-number',
  'address-country-any-letters',
  'address-contact-not-stored',
  'address-rejected-created',
  'addresses-filter-ignored',
  'addresses-filter-unknown-all',
  'addresses-filter-last-missing',
  'addresses-list-first-missing',
  'category-empty-description-ignored',
  'category-inactive-hidden',
  'category-conflict-deletes',
  'category-delete-unknown-success',
  'category-delete-foreign',
  'category-deleted-patchable',
  'catalog-foreign-uppercase',
  'parent-inactive-ignored',
  'parents-list-inactive-hidden',
  'parents-list-catalogs-first-only',
  'parents-list-twice',
  'product-name-two-rejected',
  'product-description-cut',
  'product-inactive-ignored',
  'product-weight-zero-null',
  'product-pack-as-integer',
  'product-categories-first-only',
  'product-catalogs-first-only',
  'product-sku-resets-ledger',
  'product-patch-drops-image',
  'product-updated-at-old',
  'product-rejected-leaves-parent',
  'product-not-default',
  'price-percent-zero-rejected',
  'price-percent-hundred-rejected',
  'price-amount-rounded',
  'price-cost-as-integer',
  'price-floor-zero-null',
  'price-false-ignored',
  'price-tiers-first-only',
  'price-frequency-not-stored',
  'token-prefix-accepted',
  'token-uppercase-accepted',
  'permission-delete-unchecked',
  'permission-price-unchecked',
  'charset-rejected',
];

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
  test('that is plain', async () => {
    const report = await runKit({});
    expect(lines(report)).toEqual([]);
    expect(report.outcome).toBe('conforms');
  });

  test.each(sample(names))('with %s', async (name) => {
    const report = await runKit({ variants: [name] });
    expect(lines(report)).toEqual([]);
    expect(report.stopped).toBeUndefined();
  });

  test('with random combinations', async () => {
    for (let seed = 1; seed <= runs(isLong ? 300 : 24); seed += 1) {
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

/** Whether a line is about the resource of a bug, and has one of its words beside the name of the operation. */
function namesCause(bug: Bug, line: string): boolean {
  const isThere = bug.operation === 'ANY' || resourcesOf(bug).some((resource) => line.includes(`${resource}.`));
  const text = line
    .replaceAll(/\b[a-zA-Z]+\.(?:create|list|get|update|delete|getProduct)\b/g, '')
    .replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (code) => `${code} ${code.replaceAll('_', ' ')}`);
  return isThere && bug.words.some((word) => new RegExp(`\\b${word}(?:d|ed|s)?\\b`, 'i').test(text));
}

describe('the kit', () => {
  test.each(sample(bugs))('looks for $name', async (bug) => {
    // The rules about prices need a new product that has one.
    const differences = lines(await runKit({ bugs: [bug.name], variants: ['default-price'] }));
    const isNamed = differences.some((line) => namesCause(bug, line));
    expect(isNamed, [bug.cause, ...differences].join('\n')).toBe(!missed.includes(bug.name));
  });

  test('names the cause of most bugs', () => {
    expect(bugs.length - missed.length).toBeGreaterThanOrEqual(76);
  });
});
