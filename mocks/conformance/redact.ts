import { isObject } from '../shared/is-object.ts';

/** Tokens of at least this length are secrets. Shorter ones may also be words of the text. */
const minSecretLength = 16;

/**
 * Replaces tokens in any text, in the encodings in which a server could return them. Short tokens such as `dev` are
 * only replaced as separate words.
 */
export function createTokenRedactor(tokens: readonly (string | undefined)[]): (text: string) => string {
  const given = tokens.filter((token): token is string => token !== undefined && token !== '');
  // Longest first: one token may be part of another.
  const patterns = [...new Set(given)].sort((a, b) => b.length - a.length).flatMap(patternsOf);
  if (patterns.length === 0) return (text) => text;
  const pattern = new RegExp(patterns.join('|'), 'g');
  return (text) => text.replace(pattern, '[token]');
}

function patternsOf(token: string): string[] {
  const forms = [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1), base64(token)];
  const isSecret = token.length >= minSecretLength;
  return [...new Set(forms)]
    .map((form) => form.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&'))
    .map((form) => (isSecret ? form : `(?<![\\w-])${form}(?![\\w-])`));
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text))).replace(/=+$/, '');
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

function textType(text: string): string {
  if (text === '') return '';
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return '<uuid>';
  return /^\d{4}-\d\d-\d\dT/.test(text) ? '<timestamp>' : '<string>';
}
