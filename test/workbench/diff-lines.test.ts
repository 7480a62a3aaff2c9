import { expect, test } from 'vitest';
import { diffLines, shownLines } from '../../mocks/workbench/pages/requests/diff-lines.ts';

const marks = { added: '+', removed: '-', same: ' ', note: '…' } as const;

/** Compares two texts, and returns the visible lines with a mark each. */
function compare(before: string, after: string): readonly string[] {
  return shownLines(diffLines(before, after)).map(({ kind, text }) => marks[kind] + text);
}

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `line ${first + index}`).join('\n');

test('keeps common lines, and marks the others', () => {
  expect(compare('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual([' a', '-b', '+x', ' c', ' d', '+e']);
  expect(compare('a\nb', 'a\nb')).toEqual([' a', ' b']);
  expect(compare('', 'a')).toEqual(['+a']);
});

test('shows the differences of long texts, with the lines around them', () => {
  const before = `${numbers(1, 20_000)}\nold\n${numbers(20_001, 40_000)}`;
  expect(compare(before, before.replace('old', 'new'))).toEqual([
    '…19,995 equal lines',
    ...[19_996, 19_997, 19_998, 19_999, 20_000].map((number) => ` line ${number}`),
    '-old',
    '+new',
    ...[20_001, 20_002, 20_003, 20_004, 20_005].map((number) => ` line ${number}`),
    '…19,995 equal lines',
  ]);
  expect(compare(before, before)).toEqual(['…40,001 equal lines']);
});

test('shows all lines that differ, up to a number', () => {
  const shown = compare(numbers(1, 3_000), numbers(4_001, 7_000));
  expect(shown).toHaveLength(1_001);
  expect(shown.at(-1)).toBe('…5,000 more lines, which are not shown');
});

test('shows the part of a long line that differs', () => {
  const text = 'word '.repeat(400_000);
  const [removed = '', added = ''] = compare(`${text}old${text}`, `${text}new${text}`);
  expect(removed).toMatch(/^-… .*word old.* … \(4,000,003 characters\)$/);
  expect(added).toMatch(/^\+… .*word new.* … \(4,000,003 characters\)$/);
  expect(removed.length).toBeLessThan(1_100);
});
