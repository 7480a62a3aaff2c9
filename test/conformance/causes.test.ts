/** One cause is one entry of the report. */
import { describe, expect, test } from 'vitest';
import { type ConformanceReport, formatReport } from '../../mocks/conformance.ts';
import type { MockServer } from '../../mocks/index.ts';
import { detail, sample } from '../sample.ts';
import { lines, placesOf, runAll, skipWaits } from './helpers.ts';

skipWaits();

type Change = (body: Record<string, unknown>, request: Request) => unknown;

/** Returns a fetch that changes all JSON responses of a mock. */
function changing(change: Change): (mock: MockServer) => MockServer['fetch'] {
  return (mock) => async (input, init) => {
    const request = new Request(input, init);
    const response = await mock.fetch(input, init);
    return new Response(JSON.stringify(change(Object(await response.json()), request)), response);
  };
}

/** Changes each record of a response. */
function inRecords(change: (record: Record<string, unknown>) => unknown): Change {
  return ({ data, ...rest }) => {
    if (data === undefined) return rest;
    return { ...rest, data: Array.isArray(data) ? data.map(change) : change(Object(data)) };
  };
}

describe('one cause is one entry', () => {
  detail('a field that is wrong in every response', async () => {
    const report = await runAll({}, changing(inRecords((record) => ({ ...record, created_at: 5 }))));
    expect(report.differences).toHaveLength(1);
    const [difference] = report.differences;
    expect(difference).toMatchObject({ kind: 'contract', field: 'created_at', places: 19 });
    expect(difference?.count).toBeGreaterThan(500);
    const operations = new Set(placesOf(report.differences).map(({ operation }) => operation));
    expect(operations.size).toBe(19);
  });

  detail('several fields that are missing in the same responses', async () => {
    const report = await runAll({}, changing(inRecords(({ logo: _, segment_id: __, ...record }) => record)));
    expect(report.differences.filter(({ kind }) => kind === 'contract')).toHaveLength(1);
  });

  detail('a token that is not checked', async () => {
    const report = await runAll({}, (mock) => (input, init) => {
      const headers = new Headers(init?.headers);
      if (!headers.has('authorization')) headers.set('authorization', `Bearer ${mock.token}`);
      return mock.fetch(input, { ...init, headers });
    });
    expect(report.differences.map(({ subject, places }) => [subject, places])).toEqual([['auth.missing-token', 21]]);
  });

  detail('an update that is not stored', async () => {
    const report = await runAll(
      {},
      (mock) => (input, init) => {
        const isUpdate = init?.method === 'PATCH' && String(input).includes('/api/addresses/');
        const { body: _, ...read } = init ?? {};
        return mock.fetch(input, isUpdate ? { ...read, method: 'GET' } : init);
      },
      { walks: 5 },
    );
    expect(report.differences).toHaveLength(1);
    expect(report.differences[0]).toMatchObject({ subject: 'addresses.update.fields' });
    const subjects = placesOf(report.differences).map(({ subject }) => subject);
    expect(subjects).toContain('addresses.update.null');
  });
});

describe('a server that returns thousands of additional fields', () => {
  let fields = 0;
  const additional = () =>
    Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field_${fields + at}`, 'x'.repeat(400)]));
  const run = (showValues: boolean): Promise<ConformanceReport> =>
    runAll(
      {},
      changing(
        inRecords((record) => {
          fields += 30;
          return { ...record, ...additional() };
        }),
      ),
      { showValues },
    );

  test.each(sample([false, true], 'kitRuns'))(
    'has a short report in every format, with showValues %j',
    async (showValues) => {
      const report = await run(showValues);
      expect(lines(report)).toEqual([]);
      expect(report.observations).toHaveLength(1);
      const [observation] = report.observations;
      expect(observation?.places).toBeGreaterThan(5000);
      expect(observation?.others).toHaveLength(49);
      // Each operation is named, although most places are not.
      expect(new Set(placesOf(report.observations).map(({ operation }) => operation)).size).toBeGreaterThan(17);
      expect(formatReport(report, 'html').length).toBeLessThan(500_000);
      expect(formatReport(report, 'json').length).toBeLessThan(500_000);
      expect(formatReport(report, 'text').split('\n').length).toBeLessThan(150);
    },
  );
});
