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

/** Describes a wrong value in an error message: a short text, or the type of an object. */
export function preview(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(withoutCredentials(value).slice(0, 40));
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object' || value === null) return String(value);
  const tag = tagOf(value);
  return tag === 'Object' ? 'an object' : tag;
}

/** Describes a value in the place of an object. Omits a text, which may be a token. */
export function previewWithoutText(value: unknown): string {
  return typeof value === 'string' ? 'a string' : preview(value);
}

/** Returns the built-in type of a value: `Object`, `Map`, `Null`. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** Returns a member of any value, or `undefined` if it has none. */
export function memberOf(value: unknown, name: PropertyKey): unknown {
  const object: Readonly<Record<PropertyKey, unknown>> = Object(value);
  return object[name];
}

/** Whether a value has all of the methods. */
export function hasMethods(value: unknown, ...names: readonly PropertyKey[]): boolean {
  return names.every((name) => typeof memberOf(value, name) === 'function');
}

/** Removes user names and passwords from the URLs of a text. */
export function withoutCredentials(text: string): string {
  return text.slice(0, 2000).replace(/(https?:[\\/]*|\/\/)[^\s\\/?#]*@/gi, '$1');
}
