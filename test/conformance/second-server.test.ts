/** The kit accuses no legal server, recovers its policies, and notices each bug of a server that it has never seen. */
import { describe, expect, test } from 'vitest';
import type { ConformanceReport } from '../../mocks/conformance.ts';
import { runConformance } from '../../mocks/conformance.ts';
import type { MockPolicies } from '../../mocks/index.ts';
import { detail, isLong, runs, sample } from '../sample.ts';
import { lines, numbersTo, skipWaits } from './helpers.ts';
import { fixtureRows, runOnSecond } from './run-on-second.ts';
import { type BugName, bugs } from './second-server/bugs.ts';
import { SecondServer, type SecondServerOptions } from './second-server/server.ts';
import { combine, createRandom, openChoices, plain, type Variants } from './second-server/variants.ts';

skipWaits();

/** Runs all checks of the kit on a second server. */
async function runKit(
  options: SecondServerOptions,
  fetchOf: (server: SecondServer) => SecondServer['fetch'] = (server) => server.fetch,
): Promise<ConformanceReport> {
  const server = new SecondServer(options);
  return await runOnSecond(server, { fetch: fetchOf(server), walks: 5 });
}

type Choice = readonly [name: keyof Variants, value: unknown];

/** Each legal choice, by itself. */
const choices = Object.entries(openChoices).flatMap(([name, values]) =>
  values.slice(1).map((value): Choice => [name as keyof Variants, value]),
);

/** Pages need more records than one page has. */
const withChoice = ([name, value]: Choice) => ({
  ...(name === 'pageSize' && { paging: 'link' as const }),
  [name]: value,
});

describe('the kit accuses no server', () => {
  detail('that is plain', async () => {
    const report = await runKit({});
    expect(lines(report)).toEqual([]);
    expect(report.outcome).toBe('conforms');
  });

  test.each(sample(choices, 'kitRuns'))('with %s: %s', async (...choice) => {
    const report = await runKit({ variants: withChoice(choice) });
    expect(lines(report)).toEqual([]);
    expect(report.stopped).toBeUndefined();
    expectRecovered(report, { ...plain, ...withChoice(choice) });
  });

  test('with random combinations', async () => {
    for (const seed of sample(numbersTo(isLong ? 300 : 24), 'kitRuns')) {
      const report = await runKit({ variants: combine(seed), seed });
      expect(lines(report), `combination ${seed}`).toEqual([]);
      expect(report.stopped, `combination ${seed}`).toBeUndefined();
      expectRecovered(report, combine(seed));
    }
  }, 3_600_000);
});

/** Checks that each policy that was found is that of the server, and that the others have a reason. */
function expectRecovered({ policies }: ConformanceReport, variants: Variants): void {
  const expected = policiesOf(variants);
  for (const { policy, status, value, reason } of policies) {
    if (status !== 'found') expect(reason, policy).toBeTruthy();
    else if (policy in expected) expect(value, policy).toEqual(expected[policy]);
  }
}

/** Returns the policies of a server. A policy that is undefined has no value that the mock knows. */
function policiesOf(variants: Variants): Partial<Record<keyof MockPolicies, unknown>> {
  const { malformedIdText, malformedIdStatus, notFoundStatus } = variants;
  const isMixed = malformedIdText === 'not found' && malformedIdStatus !== notFoundStatus;
  return {
    createdStatus: known(variants.createdStatus, 201, 200),
    notFoundStatus: known(variants.notFoundStatus, 400, 404, 410),
    malformedIdStatus: isMixed ? undefined : variants.malformedIdStatus,
    validationStatus: variants.validationStatus,
    validationDetails: variants.validationDetails.startsWith('issues')
      ? 'issues'
      : known(variants.validationDetails, 'strings', 'fields', 'none'),
    validationOmitsSuccess: known(variants.validationOmitsSuccess, true, false),
    unknownFields: known(variants.unknownFields, 'reject', 'ignore'),
    immutableFields: variants.immutableFields,
    nullOnCreate: variants.nullOnCreate,
    duplicateApiName: known(variants.duplicateApiName, 409, 400),
    inheritedDescription: variants.inheritedDescription,
    listOrder: { 'oldest first': 'oldest-first', 'newest first': 'newest-first' }[String(variants.listOrder)],
    unsetText: known(variants.unsetText, 'empty', 'null'),
    unsetAmount: known(variants.unsetAmount, 'null', 'zero'),
    emptyUpdate: variants.emptyUpdate,
    unknownParameters: variants.unknownParameters,
    trailingSlash: variants.trailingSlash === 'html' ? 'reject' : known(variants.trailingSlash, 'reject', 'accept'),
    otherCaseIds: variants.otherCaseIds,
    deletedCategory: variants.deletedCategory,
    timestampFormat: known(variants.timestampFormat, 'milliseconds', 'seconds', 'microseconds'),
    idCase: variants.idCase,
    missingTokenText: variants.tokenTexts,
    invalidTokenText: variants.tokenTexts,
  };
}

describe('the probe of', () => {
  const find = ({ policies }: ConformanceReport, name: string) => policies.find(({ policy }) => policy === name);

  test.each(['touch', 'ignore'] as const)('emptyUpdate finds %s if timestamps are in whole seconds', async (value) => {
    for (const clock of ['stopped', 'in whole seconds'] as const) {
      const report = await runKit({ variants: { clock, emptyUpdate: value } });
      expect(find(report, 'emptyUpdate')).toMatchObject({ status: 'found', value });
    }
  });

  detail('emptyUpdate cannot tell if the clock is frozen', async () => {
    const report = await runKit({ variants: { clock: 'frozen' } });
    const reason = 'the clock of the server stands still, so `updated_at` says nothing';
    expect(find(report, 'emptyUpdate')).toMatchObject({ status: 'undetermined', reason });
    expect(report.rules.find(({ id }) => id === 'products.update.is-active')).toMatchObject({
      status: 'not run',
      reason,
    });
  });

  detail('deletedCategory finds a category whose id the fixtures have in upper case', async () => {
    const server = new SecondServer({});
    const deletableCategory = server.fixtures.deletableCategory.toUpperCase();
    const report = await runOnSecond(server, { fixtures: { ...server.fixtures, deletableCategory }, walks: 0 });
    expect(find(report, 'deletedCategory')).toMatchObject({ status: 'found', value: 'hidden' });
  });

  detail('unknownParameters cannot tell if something disturbs it once', async () => {
    let isDisturbed = false;
    const report = await runKit({}, ({ fetch }) => async (input, init) => {
      if (isDisturbed || !input.includes('conformance_unknown')) return await fetch(input, init);
      isDisturbed = true;
      return Response.json({ success: false, error: 'Validation error' }, { status: 400 });
    });
    expect(find(report, 'unknownParameters')).toMatchObject({
      status: 'undetermined',
      reason: 'the results differ: reject for customers.list, ignore for addresses.list, then "ignore"',
    });
    expect(report.unknownValues).toEqual([]);
  });
});

function known(value: unknown, ...values: readonly unknown[]): unknown {
  return values.includes(value) ? value : undefined;
}

describe('the kit notices a server that', () => {
  test.each(sample(Object.keys(bugs) as BugName[], 'kitRuns'))('%s', async (name) => {
    const differences = lines(await runKit({ bug: name }));
    const isNamed = differences.some((line) => bugs[name].cause.test(line));
    expect(isNamed, differences.join('\n')).toBe(true);
  });

  detail('has one of at least 60 bugs', () => {
    expect(Object.keys(bugs).length).toBeGreaterThanOrEqual(60);
  });
});

describe('the kit restores its fixtures', () => {
  const ends = {
    'an interruption': (controller: AbortController) => {
      controller.abort();
      return undefined;
    },
    'failures of the server': () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'lost responses': () => {
      throw new TypeError('fetch failed');
    },
  };

  test.each(Object.entries(ends))(
    'after %s at random moments',
    async (_, end) => {
      const next = createRandom(1);
      for (let count = runs(isLong ? 17 : 4); count > 0; count -= 1) {
        const first = Math.floor(next() * 900);
        // Without new prices, the kit changes one that exists.
        const server = new SecondServer({
          variants: { newProductPrices: count % 2 === 0 ? 'none' : 'each pricebook' },
        });
        const controller = new AbortController();
        const before = fixtureRows(server);
        let requests = 0;
        await runConformance({
          baseUrl: 'http://boats.example',
          token: server.tokens.main,
          secondToken: server.tokens.second,
          fetch: async (input, init) => {
            requests += 1;
            // Then it responds again.
            const isEnding = requests > first && requests <= first + 6;
            return (isEnding && end(controller)) || (await server.fetch(input, init));
          },
          fixtures: server.fixtures,
          allowWrites: true,
          run: 'second',
          signal: controller.signal,
        });
        expect(fixtureRows(server), `from request ${first}`).toEqual(before);
      }
    },
    3_600_000,
  );
});
