import { column } from './fields.ts';

/** Returns a function that tells whether a value, or one inside it, contains a text. Case and accents are ignored. */
export function createTextMatcher(text: string): (value: unknown) => boolean {
  const wanted = fold(text);
  const matches = (value: unknown): boolean => {
    if (typeof value === 'string') return fold(value).includes(wanted);
    if (typeof value === 'number') return String(value).includes(wanted);
    if (typeof value !== 'object' || value === null) return false;
    // Not `Object.values`, which creates an array for each of many rows. Values of JSON inherit no properties.
    for (const name in value) if (matches(column(value, name))) return true;
    return false;
  };
  return matches;
}

/** Returns a text that is the same for texts that differ only in case and accents: `École` and `ecole`. */
export function fold(text: string): string {
  if (!/[\u0080-\uffff]/.test(text)) return text.toLowerCase();
  const base = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  // The upper case of `ß` is `SS`.
  return base.toUpperCase().toLowerCase();
}
