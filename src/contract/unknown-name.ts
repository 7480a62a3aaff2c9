/**
 * Completes the message about an unknown name: ` Did you mean "x"? Valid policies: x, y.`
 *
 * @param kind The plural for the valid names, for example `policies`.
 */
export function listValid(kind: string, unknown: string | readonly string[], names: readonly string[]): string {
  const hints = [unknown].flat().map((name) => suggestName(name, names));
  return `${hints.join('')} Valid ${kind}: ${names.join(', ') || 'none'}.`;
}

/** Returns ` Did you mean "x"?` if an unknown name is similar to a valid one, and otherwise an empty text. */
export function suggestName(unknown: string, names: readonly string[]): string {
  const [closest = ''] = [...names].sort(
    // The most characters that both have, and the fewest that only the valid name has.
    (a, b) => a.length - b.length + 2 * (similarity(unknown, b) - similarity(unknown, a)),
  );
  return similarity(unknown, closest) >= Math.max(2, unknown.length - 2) ? ` Did you mean "${closest}"?` : '';
}

/** Returns the number of characters at the start and at the end that two names share, ignoring case. */
function similarity(name: string, option: string): number {
  const [a, b] = [name.toLowerCase(), option.toLowerCase()];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return start + end;
}
