import type { Issue } from '../../../src/contract/validate.ts';
import { formatCell } from '../text.ts';

interface IssuesProps {
  readonly issues: readonly Issue[];
  /** The most issues that are listed. The list says how many it leaves out. */
  readonly max: number;
  readonly class?: string;
}

/** A list of the problems of a value. */
export function Issues({ issues, max, class: name }: IssuesProps) {
  if (issues.length === 0) return null;
  return (
    <ul class={name}>
      {issues.slice(0, max).map(({ path, message }) => (
        <li>
          {path && <code>{formatCell(path)}</code>} {formatCell(message)}
        </li>
      ))}
      {issues.length > max && <li>and {issues.length - max} more</li>}
    </ul>
  );
}
