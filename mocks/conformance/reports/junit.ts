import { escapeMarkup } from '../../shared/escape.ts';
import { countIn, createdLine, exampleLines, policyState, unrestoredLine } from './describe.ts';
import type { ConformanceFinding, ConformanceReport, FindingPlace } from './report.ts';

interface Case {
  readonly group: string;
  readonly name: string;
  readonly failures: readonly Failure[];
  readonly skipped?: string | undefined;
}

type Failure = FindingPlace & Pick<ConformanceFinding, 'kind'>;

/**
 * Returns a report as JUnit XML: a test case for each operation, rule and policy. Characters that XML forbids are not
 * printable, and have been replaced in the report.
 */
export function renderJunit(report: ConformanceReport): string {
  const { operations, rules, policies, differences, unknownValues, strict, unrestored, created } = report;
  const failing = (strict ? [...differences, ...unknownValues] : differences).flatMap(placesOf);
  const of = (kind: ConformanceFinding['kind'], name: string) =>
    failing.filter((each) => each.kind === kind && (each.operation ?? each.subject) === name);
  const cases: Case[] = [
    ...operations.map(({ operation, reason }) => ({
      group: 'contract',
      name: operation,
      failures: of('contract', operation),
      skipped: reason,
    })),
    ...rules.map(({ id, reason }) => ({ group: 'rules', name: id, failures: of('rule', id), skipped: reason })),
    ...policies.map((policy) => ({
      group: 'policies',
      name: policy.policy,
      failures: of('policy', policy.policy),
      skipped: policy.status === 'found' ? undefined : policyState(policy),
    })),
    ...comparisons(report),
  ];
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const skipped = cases.filter(({ failures, skipped }) => failures.length === 0 && skipped !== undefined).length;
  const seconds = (report.requests.duration / 1000).toFixed(3);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="conformance" tests="${cases.length}" failures="${failed}" skipped="${skipped}" time="${seconds}" timestamp="${escapeMarkup(report.date)}">
${cases.map(caseXml).join('\n')}
<system-out>${escapeMarkup([...unrestored.map(unrestoredLine), ...created.map(createdLine)].join('\n'))}</system-out>
</testsuite>
</testsuites>
`;
}

/** Returns the places of a finding. They belong to different checks. */
function placesOf(finding: ConformanceFinding): Failure[] {
  const { kind, sentence, others = [] } = finding;
  return [finding, ...others.map((place) => ({ ...(sentence && { sentence }), ...place, kind }))];
}

/** Walks and recordings, whose differences belong to no check of their own. */
function comparisons({ differences }: ConformanceReport): Case[] {
  return (['walk', 'recording'] as const).flatMap((kind) => {
    const failures = differences.filter((each) => each.kind === kind).flatMap(placesOf);
    return failures.length > 0 ? [{ group: kind, name: kind, failures }] : [];
  });
}

function caseXml({ group, name, failures, skipped }: Case): string {
  const start = `<testcase classname="${group}" name="${escapeMarkup(name)}"`;
  const [first] = failures;
  if (first) {
    const rest = failures.length > 1 ? `, and ${countIn(failures.length - 1, 'more difference')}` : '';
    const text = failures.flatMap(failureLines).join('\n');
    // One element: many readers show only the first one of a case.
    return `${start}><failure message="${escapeMarkup(first.message + rest)}">${escapeMarkup(text)}</failure></testcase>`;
  }
  return skipped === undefined ? `${start}/>` : `${start}><skipped message="${escapeMarkup(skipped)}"/></testcase>`;
}

function failureLines({ subject, message, sentence, example, curl = [] }: Failure): string[] {
  return [
    `${subject}: ${message}`,
    ...(sentence ? [`Specification, ${sentence.section}: ${sentence.text}`] : []),
    ...(example ? exampleLines(example) : []),
    ...curl,
  ];
}
