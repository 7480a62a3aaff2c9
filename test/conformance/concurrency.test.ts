/** Checks run at the same time. The report does not depend on which response comes first. */
import { describe, expect, test } from 'vitest';
import type { ConformanceOptions, ConformanceReport } from '../../mocks/conformance.ts';
import { detail, runs, sample } from '../sample.ts';
import { skipWaits } from './helpers.ts';
import { fixtureRows, runOnSecond } from './run-on-second.ts';
import { SecondServer, type SecondServerOptions } from './second-server/server.ts';
import { createRandom } from './second-server/variants.ts';

skipWaits();

interface Watched {
  readonly report: ConformanceReport;
  readonly server: SecondServer;
  /** The most requests at the same time. */
  readonly peak: number;
  /** Requests to a fixture during an update of the fixture. */
  readonly disturbed: readonly string[];
}

/** Runs the kit on a second server whose responses take a while. */
async function runSlowly(
  delay: (request: number) => number,
  options: SecondServerOptions = {},
  more: Partial<ConformanceOptions> = {},
): Promise<Watched> {
  const server = new SecondServer(options);
  const { contact, category, price } = server.fixtures;
  const active: string[] = [];
  const disturbed: string[] = [];
  let peak = 0;
  let requests = 0;
  const report = await runOnSecond(server, {
    fetch: async (input, init) => {
      const sent = `${init.method} ${input}`;
      const [fixture] = [contact, category, price].filter((id) => input.includes(id));
      const others = active.filter((other) => fixture !== undefined && other.includes(fixture));
      if ([sent, ...others].some((each) => each.startsWith('PATCH'))) disturbed.push(...others);
      requests += 1;
      active.push(sent);
      peak = Math.max(peak, active.length);
      await new Promise((resolve) => setTimeout(resolve, delay(requests)));
      active.splice(active.indexOf(sent), 1);
      return await server.fetch(input, init);
    },
    ...more,
  });
  return { report, server, peak, disturbed };
}

/**
 * Returns the results of a report without ids, and without the numbers that make values unique. A list contains the
 * records that were created before, so that its length and the number of its findings can vary.
 */
function resultsOf({ differences, unknownValues, observations, rules, policies, ...rest }: ConformanceReport): string {
  const created = rest.created.map(({ operation }) => operation);
  const results = { differences, unknownValues, observations, rules, policies, operations: rest.operations, created };
  return JSON.stringify(results, undefined, 1)
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, '{id}')
    .replaceAll(/(conformance[-_]second[ _])\d+/g, '$1{number}')
    .replaceAll(/\d{6,}/g, '{digits}')
    .replaceAll(/"count": \d+/g, '"count": 0')
    .replaceAll(/<\d+ more>/g, '<more>');
}

/** An example of a list shows its first records. If the newest are first, they are those that were created last. */
function withoutTexts(results: string): string {
  return results.replaceAll(/: (?:null|"(?:<string>)?")/g, ': "<string or null>"');
}

detail('a full run takes at most 60 seconds if each response takes 200 ms', async () => {
  const { report, peak, disturbed } = await runSlowly(() => 200);
  expect(report.outcome).toBe('conforms');
  expect(report.rules.filter(({ status }) => status !== 'passed')).toEqual([]);
  expect(peak).toBe(4);
  expect(disturbed).toEqual([]);
  expect(report.requests.duration).toBeLessThanOrEqual(60_000);
});

detail('a concurrency of 1 sends one request at a time', async () => {
  const { report, peak } = await runSlowly(() => 1, {}, { concurrency: 1 });
  expect(report.outcome).toBe('conforms');
  expect(peak).toBe(1);
});

describe('whatever the order of the responses, the report is the same for a server that', () => {
  const servers: Record<string, SecondServerOptions> = {
    'is plain': {},
    'has extra fields': { variants: { extraFields: true, extraMembers: true, createdStatus: 'by resource' } },
    'needs more fields': { variants: { productRequires: 'description', newPriceModel: 'flat' } },
    'lists the newest records first': { variants: { listOrder: 'newest first', paging: 'link', pageSize: 7 } },
    'wraps lists': { bug: 'wraps lists' },
    'gives new products no price': { variants: { newProductPrices: 'none' } },
    'does not isolate': { bug: 'links addresses to foreign contacts' },
    'accepts any token': { bug: 'accepts any token' },
  };

  test.each(sample(Object.entries(servers), 'kitRuns'))('%s', async (_, options) => {
    const reports: string[] = [];
    for (let seed = 1; seed <= Math.max(2, runs(4)); seed += 1) {
      const next = createRandom(seed);
      const { report, disturbed } = await runSlowly(() => Math.floor(next() * 400), options);
      expect(disturbed).toEqual([]);
      const results = resultsOf(report);
      reports.push(options.variants?.listOrder === 'newest first' ? withoutTexts(results) : results);
    }
    for (const results of reports) expect(results).toBe(reports[0]);
  });
});

describe('a run that stops', () => {
  detail('at the limit of requests sends no more of them', async () => {
    const next = createRandom(3);
    const { report } = await runSlowly(() => Math.floor(next() * 400), {}, { maxRequests: 333 });
    expect(report.stopped).toBe('all 333 requests are used up');
    expect(report.requests.sent).toBe(333);
  });

  detail('restores its fixtures, whatever is in progress', async () => {
    const next = createRandom(5);
    for (let count = runs(16); count > 0; count -= 1) {
      const controller = new AbortController();
      const first = 40 + Math.floor(next() * 600);
      const delay = (request: number) => {
        if (request === first) controller.abort();
        return Math.floor(next() * 400);
      };
      const { report, server } = await runSlowly(delay, {}, { signal: controller.signal });
      expect(report.outcome, `at request ${first}`).toBe('interrupted');
      expect(report.unrestored, `at request ${first}`).toEqual([]);
      expect(fixtureRows(server), `at request ${first}`).toEqual(fixtureRows(new SecondServer()));
    }
  });
});
