import { isObject } from '../shared/json.ts';

/** The members, entries and characters that an example shows of a value: less if the whole is too long. */
const sizes = [
  { members: 60, characters: 500 },
  { members: 15, characters: 100 },
  { members: 5, characters: 40 },
];

/** The longest JSON of a body in an example. */
const maxLength = 4000;

/** Returns a JSON value with the first members, entries and characters, so that an example is readable. */
export function shortenValue(value: unknown): unknown {
  if (lengthOf(value) <= maxLength / 4) return value;
  for (const size of sizes) {
    const shortened = shorten(value, size.members, size.characters);
    if (lengthOf(shortened) <= maxLength) return shortened;
  }
  return `<${lengthOf(value)} characters of JSON>`;
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

function shorten(value: unknown, members: number, characters: number): unknown {
  if (typeof value === 'string') return shortenText(value, characters);
  if (Array.isArray(value)) {
    const shown = value.slice(0, 3).map((item) => shorten(item, members, characters));
    return value.length > 3 ? [...shown, `<${value.length - 3} more>`] : shown;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  const rest = entries.length - members;
  return Object.fromEntries([
    ...entries.slice(0, members).map(([key, item]) => [shortenText(key, 100), shorten(item, members, characters)]),
    ...(rest > 0 ? [['<more>', rest]] : []),
  ]);
}

/** Returns the first characters of a text. */
export function shortenText(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 3)}...` : text;
}
