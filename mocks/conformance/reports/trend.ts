import * as z from 'zod/mini';
import { parseFile } from '../json.ts';
import { causeOf } from './causes.ts';
import type { ConformanceFinding, ConformanceReport, ConformanceTrend, FindingPlace, TrendEntry } from './report.ts';

const placeSchema = z.looseObject({ subject: z.string(), message: z.string() });

const findingSchema = z.looseObject({
  ...placeSchema.shape,
  kind: z.enum(['contract', 'rule', 'policy', 'walk', 'recording']),
  others: z.optional(z.array(placeSchema)),
});

const reportSchema = z.looseObject({
  version: z.literal(1),
  date: z.string(),
  differences: z.array(findingSchema),
  unknownValues: z.optional(z.array(findingSchema)),
});

/** The parts of an earlier report that a trend needs. Reports of older versions lack some members. */
export type LastReport = Pick<ConformanceReport, 'version' | 'date'> & {
  /** The differences of that run. */
  readonly differences: readonly LastFinding[];
  /** The unknown values of that run. */
  readonly unknownValues?: readonly LastFinding[] | undefined;
};

/** A finding of an earlier report. */
export type LastFinding = Pick<ConformanceFinding, 'kind' | 'subject' | 'message'> &
  Partial<Pick<ConformanceFinding, 'field' | 'problem' | 'operation'>> & {
    /** The other places with the same cause. */
    readonly others?: readonly Pick<FindingPlace, 'subject' | 'message'>[] | undefined;
  };

/**
 * Validates an earlier report.
 *
 * @throws A TypeError if the value is not a report of this version.
 */
export function parseReport(value: unknown): LastReport {
  return parseFile(reportSchema, value, 'report');
}

/**
 * Compares the causes of a report with those of an earlier one.
 *
 * @param hasRecording Whether the run was compared with a recording.
 */
export function findTrend(last: LastReport, report: ConformanceReport, hasRecording: boolean): ConformanceTrend {
  const before = [...last.differences, ...(last.unknownValues ?? [])];
  const now = [...report.differences, ...report.unknownValues];
  const [knownBefore, knownNow] = [causesOf(before), causesOf(now)];
  const added = now.filter((finding) => !knownBefore.has(causeOf(finding)));
  const gone = before.filter((finding) => !knownNow.has(causeOf(finding)));
  const isFixed = (finding: LastFinding) => wasChecked(finding, report, hasRecording);
  return {
    since: last.date,
    added: added.map(entryOf),
    fixed: gone.filter(isFixed).map(entryOf),
    unchecked: gone.filter((finding) => !isFixed(finding)).map(entryOf),
    remaining: now.length - added.length,
  };
}

/** The causes of all places. */
function causesOf(findings: readonly LastFinding[]): ReadonlySet<string> {
  return new Set(
    findings.flatMap(({ others = [], ...first }) =>
      [first, ...others.map((other) => ({ ...first, ...other }))].map(causeOf),
    ),
  );
}

/** Whether a run can tell that a finding is gone. */
function wasChecked(
  { kind, subject, operation }: LastFinding,
  { walks, policies, rules, operations }: ConformanceReport,
  hasRecording: boolean,
): boolean {
  if (kind === 'walk') return walks !== undefined && walks.notRun === undefined;
  if (kind === 'recording') return hasRecording;
  if (kind === 'policy') return policies.some(({ policy, status }) => policy === subject && status !== 'undetermined');
  if (kind === 'rule') return rules.some(({ id, status }) => id === subject && status !== 'not run');
  const name = operation ?? subject.split(' ')[0];
  return operations.some((result) => result.operation === name && result.status !== 'not run');
}

function entryOf({ kind, subject, message }: TrendEntry): TrendEntry {
  return { kind, subject, message };
}
