import { shortenText } from '../shorten.ts';
import { countIn, titleOf } from './describe.ts';
import type { CheckResult, ConformanceReport, ConformanceTrend, TrendEntry } from './report.ts';

/** Returns the summary of a report: a label and a text for each line. */
export function summaryOf(report: ConformanceReport): (readonly [label: string, text: string])[] {
  const { mode, tokens, requests, created, unrestored, operations, rules, policies, walks, differences, trend } =
    report;
  const ran = (checks: readonly Pick<CheckResult, 'status'>[]) =>
    `${checks.filter(({ status }) => status !== 'not run').length} of ${checks.length}`;
  const found = policies.filter(({ status }) => status === 'found').length;
  const tested = [
    `${ran(operations)} operations`,
    `${ran(rules)} rules`,
    `${found} of ${policies.length} policies found`,
    ...(walks && walks.notRun === undefined ? [countIn(walks.walks, 'walk')] : []),
  ];
  const access = mode === 'writes' ? 'created and changed records' : 'only read';
  const left = [
    ...(created.length > 0 ? [countIn(created.length, 'record')] : []),
    ...(unrestored.length > 0 ? [`${countIn(unrestored.length, 'fixture')} not restored`] : []),
  ];
  return [
    ['tested', tested.join(', ')],
    ['access', `${access}, with the ${tokens.length > 1 ? 'tokens' : 'token'} ${tokens.join(', ')}`],
    ['requests', requestsLine(requests)],
    ['result', resultText(report)],
    ...differences
      .slice(0, 3)
      .map((finding, index): [string, string] => [index === 0 ? 'causes' : '', shortenText(titleOf(finding), 160)]),
    ...(trend ? [['trend', trendLine(trend)] as const] : []),
    ['left', left.length > 0 ? left.join(', ') : 'nothing'],
  ];
}

function requestsLine({ sent, retried, unstable, duration }: ConformanceReport['requests']): string {
  const failed = unstable > 0 ? `, ${unstable} failed and then succeeded` : '';
  return `${sent} in ${(duration / 1000).toFixed(1)} s, ${retried} sent again${failed}`;
}

/** Returns the result of a run in one sentence. */
export function resultText({ outcome, stopped, strict, differences, unknownValues }: ConformanceReport): string {
  const count = countIn(differences.length, 'difference');
  const unknown = countIn(unknownValues.length, 'unknown value');
  if (outcome === 'conforms') {
    const rest = unknownValues.length > 0 ? `, and ${unknown}` : '';
    return `the server conforms, with the policies that were found${rest}.`;
  }
  if (outcome === 'differs') return `${count}${strict ? `, ${unknown}` : ''}.`;
  return `the run is incomplete, ${stopped ?? outcome}. ${count} so far.`;
}

/** Returns a trend in one line. */
export function trendLine({ since, added, fixed, unchecked, remaining }: ConformanceTrend): string {
  const notChecked = unchecked.length > 0 ? `, ${unchecked.length} not checked` : '';
  return `${added.length} new, ${fixed.length} fixed, ${remaining} as before${notChecked}, since ${since}`;
}

/** The lists of a trend with their titles, without empty ones. */
export function trendLists({
  added,
  fixed,
  unchecked,
}: ConformanceTrend): (readonly [string, readonly TrendEntry[]])[] {
  const lists = [
    ['New', added],
    ['Fixed', fixed],
    ['Not checked', unchecked],
  ] as const;
  return lists.filter(([, entries]) => entries.length > 0);
}
