/** A run that is compared with the report of an earlier one. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type ConformanceReport, formatReport, parseReport } from '../../mocks/conformance.ts';
import { detail } from '../sample.ts';
import { runAll } from './helpers.ts';
import { mutants, mutate } from './mutants.ts';

const mutantOf = (expected: string) => {
  const mutant = mutants.find((each) => each.expected === expected);
  if (!mutant) throw new Error(`no mutant is reported as ${expected}`);
  return mutant;
};
const wrongList = mutantOf('rule addresses.list.filter');
const wrongText = mutantOf('rule customers.get.not-found');

let last: ConformanceReport;
beforeAll(async () => {
  // Reports are stored as files.
  last = JSON.parse(formatReport(await runAll({}, (mock) => mutate(wrongList, mock)), 'json'));
});

describe('the trend since an earlier report', () => {
  detail('is empty for the same server', async () => {
    const { trend } = await runAll({}, (mock) => mutate(wrongList, mock), { lastReport: last });
    expect(trend).toMatchObject({ since: last.date, added: [], fixed: [], unchecked: [] });
    expect(trend?.remaining).toBe(last.differences.length);
  });

  detail('names new and fixed causes', async () => {
    const report = await runAll({}, (mock) => mutate(wrongText, mock), { lastReport: last });
    expect(report.trend?.added.map(({ subject }) => subject)).toContain('customers.get.not-found');
    expect(report.trend?.fixed.map(({ subject }) => subject)).toContain('addresses.list.filter');
    const { added = [], fixed = [] } = report.trend ?? {};
    const line = `${added.length} new, ${fixed.length} fixed, 0 as before, since ${last.date}`;
    for (const format of ['text', 'html', 'github'] as const) expect(formatReport(report, format)).toContain(line);
    expect(formatReport(report, 'text')).toContain('\n  fixed: addresses.list.filter: ');
  });

  detail('does not change the outcome', async () => {
    const report = await runAll({}, undefined, { lastReport: last });
    expect([report.outcome, report.trend?.added]).toEqual(['conforms', []]);
  });

  detail('calls nothing fixed that the run did not check', async () => {
    const { trend } = await runAll({}, undefined, { lastReport: last, maxRequests: 3 });
    expect(trend?.fixed).toEqual([]);
    expect(trend?.unchecked.map(({ subject }) => subject)).toContain('addresses.list.filter');
  });

  detail('accepts reports of versions without places and without other kinds of results', async () => {
    const { unknownValues: _, observations: __, tokens: ___, ...old } = last;
    const differences = old.differences.map(({ places: _, others: __, ...difference }) => difference);
    const { trend } = await runAll({}, undefined, { lastReport: parseReport({ ...old, differences }) });
    expect(trend?.fixed.length).toBe(last.differences.length);
  });
});

test.each([[{}], [{ version: 1, date: '', differences: [{}] }], [[]], [null]])('%j is not a report', (value) => {
  expect(() => parseReport(value)).toThrow(/^report: /);
});
