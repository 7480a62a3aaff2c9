/** Random calls on a server and on the mock that the kit calibrated after it. */
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ConformanceFinding, ConformanceReport } from '../../mocks/conformance.ts';
import { listen } from '../../mocks/http.ts';
import type { MockServer } from '../../mocks/index.ts';
import { detail, isLong, runs, sample } from '../sample.ts';
import { combination } from './combinations.ts';
import { lines, numbersTo, runAll, skipWaits, start } from './helpers.ts';
import { mutants, mutate } from './mutants.ts';

describe('walks', () => {
  skipWaits();

  detail('need writes', async () => {
    const report = await runAll({}, undefined, { allowWrites: false, walks: 5 });
    expect(report.walks).toMatchObject({ walks: 0, notRun: 'they create records: pass --allow-writes' });
  });

  test('find no difference between a mock and itself', async () => {
    const walks = runs(isLong ? 1000 : 250);
    const report = await runAll({}, undefined, { walks, maxRequests: 50_000 });
    expect(lines(report)).toEqual([]);
    expect(report.walks).toMatchObject({ walks, failed: 0 });
    expect(report.walks?.calls).toBeGreaterThan(8 * walks);
  }, 3_600_000);

  test.each(sample(numbersTo(isLong ? 500 : 25), 'kitRuns'))(
    'find no difference under combination %i',
    async (seed) => {
      const policies = combination(seed);
      const report = await runAll(policies, undefined, { walks: 20, randomSeed: seed });
      expect(lines(report)).toEqual([]);
      expect(report.walks).toMatchObject({ walks: 20, failed: 0 });
    },
  );

  detail('repeat no call whose response links to another record', async () => {
    const names: unknown[] = [];
    const fetchOf = (mock: MockServer): MockServer['fetch'] => {
      return async (input, init) => {
        if (init?.method === 'POST') names.push(JSON.parse(String(init.body)).name);
        const response = await mock.fetch(input, init);
        const headers = new Headers(response.headers);
        if (init?.method !== 'GET') headers.set('link', '</api/customers/next>; rel="next"');
        return new Response(response.body, { status: response.status, headers });
      };
    };
    const report = await runAll({}, fetchOf, { walks: 10 });
    expect(lines(report)).toEqual([]);
    expect(report.walks).toMatchObject({ walks: 10, failed: 0 });
    const ofWalks = names.filter((name) => /^conformance-testw\d+$/.test(String(name)));
    expect(ofWalks.length).toBeGreaterThan(10);
    expect(report.created.filter(({ name }) => name.includes('testw')).length).toBeLessThanOrEqual(ofWalks.length);
  });

  detail('depend only on the seed', async () => {
    const calls = async () => {
      const urls: string[] = [];
      await runAll(
        {},
        (mock) => {
          // Otherwise, the kit finds a policy only if two changes are in different milliseconds.
          mock.clock.set('2026-01-31T09:00:00Z');
          return (input, init) => {
            mock.clock.advance(1_000);
            const { pathname } = new URL(String(input));
            urls.push(`${init?.method} ${pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')}`);
            return mock.fetch(input, init);
          };
        },
        { walks: 5, randomSeed: 7 },
      );
      return urls;
    };
    expect(await calls()).toEqual(await calls());
  });
});

describe('a walk that fails', () => {
  let report: ConformanceReport;
  let difference: ConformanceFinding | undefined;
  beforeAll(async () => {
    const wrong = mutants.find(({ name }) => name === 'an update of a group is lost');
    if (!wrong) throw new Error('the mutant is in the table');
    report = await runAll({}, (mock) => mutate(wrong, mock), { walks: 100 });
    difference = report.differences.find(({ kind }) => kind === 'walk');
  });

  detail('is shrunk to the shortest and printed as curl lines', () => {
    expect(difference?.message).toMatch(
      /^products\.update: `data\.identifiers\.erp` is "", the calibrated mock returns /,
    );
    expect(difference?.curl).toHaveLength(2);
    expect(difference?.curl?.[0]).toMatch(/^R\d+=\$\(curl -s -X POST "\$MASTERDATA_BASE_URL\/api\/products"/);
    expect(report.walks?.failed).toBeGreaterThan(0);
  });

  test.skipIf(!hasJq())('prints lines that run', async () => {
    const { curl = [] } = difference ?? {};
    const { mock } = start();
    const server = await listen(mock, { port: 0 });
    onTestFinished(() => server.close());
    const env = { ...process.env, MASTERDATA_BASE_URL: server.url, MASTERDATA_API_TOKEN: mock.token };
    const { stdout } = await promisify(execFile)('bash', ['-c', curl.join('\n')], { env });
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).success),
    ).toEqual(curl.map(() => true));
  });
});

function hasJq(): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v jq && command -v curl'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
