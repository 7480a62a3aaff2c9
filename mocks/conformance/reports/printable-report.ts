import { printable } from '../../../src/contract/printable.ts';
import type { Redact } from '../../../src/wire/redact-token.ts';
import type { ConformanceReport } from './report.ts';

/** Bodies are printed as JSON, which has its own escapes. */
const bodies = ['requestBody', 'responseBody'];

const noTexts: ReadonlySet<string> = new Set(bodies);

/** Members that programs read. They contain values as the server sent them. */
const values: ReadonlySet<string> = new Set([...bodies, 'value', 'default', 'created', 'recording', 'policiesFile']);

/**
 * Makes the texts of a report safe to print: messages, subjects and reasons. Values stay as the server sent them,
 * except for secrets.
 */
export function escapeTexts(report: ConformanceReport, redact: Redact): ConformanceReport {
  return mapTexts(mapTexts(report, redact), printable, values);
}

/** Makes a report safe to print, except for the bodies of its examples. */
export function escapeValues(report: ConformanceReport): ConformanceReport {
  return mapTexts(report, printable, noTexts);
}

/** Returns a JSON value whose texts and keys are replaced. Members with the given names stay as they are. */
function mapTexts<T>(value: T, replace: (text: string) => string, kept?: ReadonlySet<string>): T;
function mapTexts(value: unknown, replace: (text: string) => string, kept?: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return replace(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, replace, kept));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      replace(key),
      kept?.has(key) ? item : mapTexts<unknown>(item, replace, kept),
    ]),
  );
}
