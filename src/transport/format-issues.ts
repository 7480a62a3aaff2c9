import type { Issue } from '../contract/validate.ts';
import { excerpt } from './redacted-response.ts';

/** Formats the first few issues as the end of a sentence. */
export function formatIssues(issues: readonly Issue[]): string {
  const formatted = issues.slice(0, 3).map(({ path, message }) => excerpt(`${path} ${message}`));
  return formatted.join('; ') + (issues.length > 3 ? `; and ${issues.length - 3} more` : '');
}
