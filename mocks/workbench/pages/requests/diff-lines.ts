export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The search for common lines takes the product of both lengths. */
const maxLines = 2_000;

/** Compares two texts line by line: the longest common subsequence stays, the rest is removed or added. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const old = before.split('\n').slice(0, maxLines);
  const current = after.split('\n').slice(0, maxLines);
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
  return result;
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
