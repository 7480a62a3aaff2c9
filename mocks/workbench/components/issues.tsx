import type { Issue } from '../../../src/contract/validate.ts';
import { escapeInvisible } from '../text.ts';

interface IssuesProps {
  readonly issues: readonly Issue[];
  /** The most issues that are listed. */
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
          {path && <code>{escapeInvisible(path)}</code>} {escapeInvisible(message)}
        </li>
      ))}
    </ul>
  );
}
