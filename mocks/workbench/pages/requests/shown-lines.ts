import { count } from '../../text.ts';
import { commonLength, type DiffLine } from './diff-lines.ts';

/** A line of a comparison, or a note in place of lines. */
export interface ShownLine {
  readonly kind: DiffLine['kind'] | 'note';
  readonly text: string;
}

/** Comparisons with more lines show only the differences, with this number of equal lines around each. */
const maxWhole = 200;
const context = 5;

/** More lines, or more characters of a line, would make the page slow. */
const maxLines = 1_000;
const maxCharacters = 1_000;

/** The characters of a long line that are visible before its first difference. */
const leadingCharacters = 100;

/** Returns the lines of a comparison that are visible. */
export function shownLines(lines: readonly DiffLine[]): readonly ShownLine[] {
  const shown: ShownLine[] = [];
  let skipped = 0;
  const note = (text: string) => shown.push({ kind: 'note', text });
  for (const [at, line] of lines.entries()) {
    if (shown.length >= maxLines) {
      note(`${count(lines.length - at, 'more line')}, which are not shown`);
      return shown;
    }
    if (lines.length > maxWhole && !isNearDifference(lines, at)) {
      skipped += 1;
      continue;
    }
    if (skipped > 0) note(`${count(skipped, 'equal line')}`);
    skipped = 0;
    shown.push({ kind: line.kind, text: excerpt(line, lines[line.kind === 'removed' ? at + 1 : at - 1]) });
  }
  if (skipped > 0) note(`${count(skipped, 'equal line')}`);
  return shown;
}

function isNearDifference(lines: readonly DiffLine[], at: number): boolean {
  return lines.slice(Math.max(0, at - context), at + context + 1).some(({ kind }) => kind !== 'same');
}

/** Returns a line, or the part of a long line that differs from the line that replaces it. */
function excerpt({ kind, text }: DiffLine, other: DiffLine | undefined): string {
  if (text.length <= maxCharacters) return text;
  const isReplaced = other !== undefined && other.kind !== 'same' && other.kind !== kind;
  const start = isReplaced ? Math.max(0, commonLength(text, other.text) - leadingCharacters) : 0;
  const part = text.slice(start, start + maxCharacters);
  const isEnd = start + maxCharacters >= text.length;
  return `${start > 0 ? '… ' : ''}${part}${isEnd ? '' : ' …'} (${count(text.length, 'character')})`;
}
