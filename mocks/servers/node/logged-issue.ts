import type { Redact } from '../../../src/wire/redact-token.ts';
import { isObject, parseJson } from '../../shared/json.ts';

const maxLength = 100;

/**
 * Returns the first issue of a response with a validation error, for the log: `email must be an email address`. Values
 * of the request are cut off, because they can be personal data.
 */
export function loggedIssue(body: string, redact: Redact): string | undefined {
  const json = parseJson(body);
  const issue = isObject(json) ? firstIssue(json['details']) : undefined;
  // Before the text is cut, because a part of a token would not be found.
  const text = issue && redact(issue.replace(/,? received .*$/s, ''));
  return text !== undefined && text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Reads the three shapes of details: a list of issues or of texts, or messages by field. */
function firstIssue(details: unknown): string | undefined {
  const [first] = Array.isArray(details) ? details : isObject(details) ? Object.entries(details) : [];
  const parts = isObject(first) ? [first['path'], first['message']] : [first].flat();
  return parts.every((part) => typeof part === 'string') ? parts.join(' ').trim() || undefined : undefined;
}
