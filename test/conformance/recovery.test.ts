/** The kit finds the policies that a mock was set to. */
import { describe, expect, test } from 'vitest';
import type { ConformanceReport } from '../../mocks/conformance.ts';
import { createMockServer, type MockPolicies, policyValues } from '../../mocks/index.ts';
import { detail, isFull, sample } from '../sample.ts';
import { eachValue, observable, pairwise, singles } from './combinations.ts';
import { lines, runAll, skipWaits } from './helpers.ts';

skipWaits();

/** Checks that every policy that was set was found, and that the others have a reason. */
function expectRecovered(report: ConformanceReport, set: Partial<MockPolicies>): void {
  expect(lines(report)).toEqual([]);
  for (const { policy, status, value, reason } of report.policies) {
    if (status !== 'found') expect(reason, policy).toBeTruthy();
    else if (policy in set) expect(value, policy).toEqual(set[policy]);
  }
}

describe('the kit finds', () => {
  const alone = singles.map(([name, value]) => observable(name, value));

  test.each(isFull ? alone : eachValue())('%j', async (policies) => {
    const report = await runAll(policies);
    const set = Object.fromEntries(Object.entries(policies).filter(([name]) => name in policyValues));
    expectRecovered(report, set);
    expect(report.policies.filter(({ policy, status }) => policy in set && status !== 'found')).toEqual([]);
  });

  test.each(isFull ? pairwise() : [])('all of %j', async (policies) => {
    expectRecovered(await runAll(policies), policies);
  });

  const rateLimits = [
    { limit: 1000, window: 60_000, algorithm: 'fixed-window' },
    { limit: 2000, window: 3_600_000, algorithm: 'fixed-window' },
    { limit: 5000, window: 10_000, algorithm: 'fixed-window' },
  ] as const;
  test.each(sample(rateLimits, 'kitRuns'))('the rate limit %j', async (rateLimit) => {
    const report = await runAll({ rateLimit });
    expect(lines(report)).toEqual([]);
    expect(report.policies.find(({ policy }) => policy === 'rateLimit')).toMatchObject({
      status: 'found',
      value: rateLimit,
    });
  });

  const texts = [
    ['authentication required', 'Ungültiges API-Token'],
    ['Unauthorized', 'The API token is not valid.'],
    ['No API token', 'No API token'],
  ] as const;
  test.each(sample(texts, 'kitRuns'))('the texts %j and %j', async (missingTokenText, invalidTokenText) => {
    const set = { missingTokenText, invalidTokenText };
    const report = await runAll(set);
    expectRecovered(report, set);
    expect(report.policiesFile.policies).toMatchObject(set);
  });

  detail('no text that is different each time, or contains the token', async () => {
    const report = await runAll({}, (mock) => async (input, init) => {
      const response = await mock.fetch(input, init);
      if (response.status !== 401) return response;
      const authorization = new Headers(init?.headers).get('authorization');
      const error = authorization ? `Not an API token: ${authorization}` : `No API token, trace ${crypto.randomUUID()}`;
      return Response.json({ success: false, error }, { status: 401 });
    });
    expect(lines(report)).toEqual([]);
    const reason = (name: string) => report.policies.find(({ policy }) => policy === name)?.reason;
    expect(reason('missingTokenText')).toBe('the text differs between responses');
    expect(reason('invalidTokenText')).toBe('the text contains the token');
  });

  test.each(sample(['link:1', 'link:2', 'link:3'] as const))(
    'the pagination %s, and no walk that differs',
    async (pagination) => {
      const report = await runAll({ pagination }, undefined, { walks: 10 });
      expect(lines(report)).toEqual([]);
      expect(report.policies.find(({ policy }) => policy === 'pagination')).toMatchObject({
        status: 'found',
        value: pagination,
      });
      expect(createMockServer({ policies: report.policiesFile }).policies.pagination).toBe(pagination);
    },
  );

  detail('no rate limit that it has not seen', async () => {
    const report = await runAll({ rateLimit: { limit: 5000, algorithm: 'token-bucket' } });
    expect(report.policies.find(({ policy }) => policy === 'rateLimit')).toMatchObject({
      status: 'undetermined',
      reason: 'the limit is 5000, but no response shows the start of a window',
    });
  });
});
