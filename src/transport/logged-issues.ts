import type { Settings } from '../config/settings.ts';
import type { Issue } from '../contract/validate.ts';

/** A service may invent names without an end. */
const maxFields = 100;

/** A program may send requests to any number of paths. */
const maxOperations = 200;

/** Issues as texts, and the end of a log line about them. */
export interface DescribedIssues {
  readonly texts: readonly string[];
  readonly end: string;
}

/** Describes the issues at fields that have not been logged, and remembers the fields. */
export function describeNewIssues(
  name: string,
  issues: readonly Issue[],
  logged: Settings['loggedFields'],
): DescribedIssues {
  const fields = logged.get(name) ?? new Set();
  const texts: string[] = [];
  if (!logged.has(name) && logged.size === maxOperations) return { texts, end: '' };
  for (const { path, message } of issues) {
    // One field per list and per record with ids as keys, not one per entry.
    const field = path.replace(entry, '*').slice(0, 100) || 'the top level';
    if (fields.size === maxFields || fields.has(field)) continue;
    fields.add(field);
    texts.push(`${field}: ${message}`);
  }
  if (texts.length > 0) logged.set(name, fields);
  let end = '';
  if (fields.size === maxFields) end += '. More fields of this operation are not logged.';
  if (logged.size === maxOperations) end += '. More operations are not logged.';
  return { texts, end };
}

/** A position in a list, or an id as the key of a record. */
const entry = /(?<=^|[.[])(?:\d+|[\da-f-]{36})(?=$|[.[\]])/gi;
