/**
 * Characters that a terminal, a browser or a log viewer interprets or hides: control and format characters, line
 * separators, halves of surrogate pairs, and characters without a glyph. In addition, the first character of a command
 * of a CI system, for example `##vso[` and `::error::`.
 */
export const unprintable = /[\p{C}\p{Zl}\p{Zp}\p{DI}]|#(?=#\w*\[)|:(?=:[a-zA-Z][\w-]*(?:\s|::))/gu;

/** Makes a foreign text safe to print on one line. Replaces what nobody would see by `\x1b` or `\u{202e}`. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => {
    const hex = character.codePointAt(0)?.toString(16) ?? '';
    return hex.length > 2 ? `\\u{${hex}}` : `\\x${hex.padStart(2, '0')}`;
  });
}
