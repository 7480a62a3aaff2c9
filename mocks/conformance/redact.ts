import { createRedact, type Redact } from '../../src/wire/redact-token.ts';
import { isObject } from '../shared/json.ts';
import { isUuid } from '../store/ids.ts';

/** Headers whose values are not secrets. */
const publicHeaders = /^(?:accept(?:-.*)?|content-type|user-agent)$/i;

/**
 * Creates a function that replaces the secrets of a run: the tokens, and the values of headers with their parts, for
 * example the token in `Bearer <token>`.
 */
export function createSecretRedactor(
  tokens: readonly (string | undefined)[],
  headers: Readonly<Record<string, string>> = {},
): Redact {
  const secret = Object.entries(headers).filter(([name]) => !publicHeaders.test(name));
  const parts = secret.flatMap(([, value]) => [value.trim(), ...value.split(/[\s,;=]+/)]);
  return createRedact(...tokens.filter((token) => token !== undefined), ...parts);
}

/** Members of a response that carry no data of the server's records. */
const kept = new Set(['success', 'error', 'details']);

/** Replaces the values of a response body by their types. Error texts, booleans and null stay. */
export function redactValues(value: unknown): unknown {
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, kept.has(key) ? item : redactValues(item)]),
    );
  }
  if (Array.isArray(value)) {
    const shown = value.slice(0, 2).map(redactValues);
    return value.length > 2 ? [...shown, `<${value.length - 2} more>`] : shown;
  }
  if (typeof value === 'number') return '<number>';
  return typeof value === 'string' ? textType(value) : value;
}

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

function textType(text: string): string {
  if (text === '') return '';
  if (isUuid(text)) return '<uuid>';
  return /^\d{4}-\d\d-\d\dT/.test(text) ? '<timestamp>' : '<string>';
}
