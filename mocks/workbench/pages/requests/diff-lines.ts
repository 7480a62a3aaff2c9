import { count } from '../../text.ts';

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A line of a comparison, or a note in place of lines. */
export interface ShownLine {
  readonly kind: DiffLine['kind'] | 'note';
  readonly text: string;
}

/** The search for common lines takes the product of both lengths. Lines after these are not searched. */
const maxSearched = 1_000;

/** Comparisons with more lines show only the differences, with this number of equal lines around each. */
const maxWhole = 200;
const context = 5;

/** More lines, or more characters of a line, would make the page slow. */
const maxLines = 1_000;
const maxCharacters = 1_000;

/** The characters of a long line that are visible before its first difference. */
const leadingCharacters = 100;

/** Compares two texts line by line: common lines stay, the rest is removed or added. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const old = linesOf(before);
  const current = linesOf(after);
  const start = commonLength(old, current);
  const end = commonLength(old.slice(start).toReversed(), current.slice(start).toReversed());
  return [
    ...toLines('same', old.slice(0, start)),
    ...diffMiddle(old.slice(start, old.length - end), current.slice(start, current.length - end)),
    ...toLines('same', old.slice(old.length - end)),
  ];
}

/** An empty text has no lines. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}

/** Returns the number of equal values at the beginning of two lists or texts. */
function commonLength(a: ArrayLike<string>, b: ArrayLike<string>): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function toLines(kind: DiffLine['kind'], texts: readonly string[]): readonly DiffLine[] {
  return texts.map((text) => ({ kind, text }));
}

/** Keeps the longest common subsequence of the first lines. */
function diffMiddle(allOld: readonly string[], allCurrent: readonly string[]): readonly DiffLine[] {
  const old = allOld.slice(0, maxSearched);
  const current = allCurrent.slice(0, maxSearched);
  const lengths = commonLengths(old, current);
  const result: DiffLine[] = [];
  let at = 0;
  let to = 0;
  while (at < old.length || to < current.length) {
    const oldText = old[at];
    const text = current[to];
    if (oldText !== undefined && oldText === text) {
      result.push({ kind: 'same', text });
      at += 1;
      to += 1;
    } else if (
      text === undefined ||
      (oldText !== undefined && lengthAt(lengths, at + 1, to) >= lengthAt(lengths, at, to + 1))
    ) {
      result.push({ kind: 'removed', text: oldText ?? '' });
      at += 1;
    } else {
      result.push({ kind: 'added', text });
      to += 1;
    }
  }
  return [
    ...result,
    ...toLines('removed', allOld.slice(maxSearched)),
    ...toLines('added', allCurrent.slice(maxSearched)),
  ];
}

type Lengths = readonly Uint16Array[];

function lengthAt(lengths: Lengths, at: number, to: number): number {
  return lengths[at]?.[to] ?? 0;
}

/** The length of the longest common subsequence of the lines from each pair of positions on. */
function commonLengths(old: readonly string[], current: readonly string[]): Lengths {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(current.length + 1));
  for (let at = old.length - 1; at >= 0; at -= 1) {
    const row = lengths[at];
    if (!row) continue;
    for (let to = current.length - 1; to >= 0; to -= 1) {
      row[to] =
        old[at] === current[to]
          ? lengthAt(lengths, at + 1, to + 1) + 1
          : Math.max(lengthAt(lengths, at + 1, to), lengthAt(lengths, at, to + 1));
    }
  }
  return lengths;
}

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
