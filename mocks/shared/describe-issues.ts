import type { Issue } from '../../src/contract/validate.ts';

/** Returns the path and the message of an issue as one text. */
export function issueText({ path, message }: Issue): string {
  return `${path} ${message}`.trim();
}

/** Returns issues as one text. If there are more than the limit, the text has the number of the others. */
export function describeIssues(issues: readonly Issue[], limit: number): string {
  const more = issues.length - limit;
  return [...issues.slice(0, limit).map(issueText), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
