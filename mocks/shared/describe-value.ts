import { preview } from '../../src/contract/printable.ts';
import type { Issue } from '../../src/contract/validate.ts';
import type { Redact } from '../../src/wire/redact-token.ts';
import { isObject } from './json.ts';

/** A matcher of one value, for example `expect.any(String)`. */
export interface AsymmetricMatcher {
  /** Returns whether the value matches. */
  asymmetricMatch(value: unknown): boolean;
}

export function isMatcher(value: unknown): value is AsymmetricMatcher {
  return isObject(value) && typeof value['asymmetricMatch'] === 'function';
}

/** The longest text of a value in a message. */
const maxLength = 200;

/** Returns a value as JSON, shortened if it is long. */
export function describeValue(value: unknown, redact: Redact = (text) => text): string {
  if (value === undefined) return 'nothing';
  const text = redact(isMatcher(value) ? describeMatcher(value) : toJson(value));
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Names a matcher as its runner does: `Any<String>`. */
function describeMatcher(matcher: AsymmetricMatcher): string {
  if ('toAsymmetricMatcher' in matcher && typeof matcher.toAsymmetricMatcher === 'function') {
    return String(matcher.toAsymmetricMatcher());
  }
  return String(matcher);
}

function toJson(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_key, part: unknown) => (isMatcher(part) ? describeMatcher(part) : part)) ?? 'nothing'
    );
  } catch {
    // Not `String`, which fails for deep arrays as well.
    return preview(value);
  }
}

/** Returns the path and the message of an issue as one text. */
export function issueText({ path, message }: Issue): string {
  return `${path} ${message}`.trim();
}

/** Returns issues as one text. If there are more than the limit, the text has the number of the others. */
export function describeIssues(issues: readonly Issue[], limit: number): string {
  const more = issues.length - limit;
  return [...issues.slice(0, limit).map(issueText), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
