/** Removes a token from a text. */
export type Redact = (text: string) => string;

/** Tokens of at least this length are secrets. Shorter ones may also be words of the text. */
const minSecretLength = 16;

/** A shorter token is a placeholder such as `dev`: removing it would garble messages. */
const minTokenLength = 6;

/** Deeper JSON is cut off: recursion, here and in the JSON functions of the platform, would overflow the stack. */
const maxDepth = 200;

/**
 * Creates a function that removes a token, and its usual encodings, from the texts of a service that repeats it.
 *
 * The length decides where: a secret is removed anywhere, a shorter token only as a separate word, and a placeholder
 * nowhere. The service issues tokens of 64 characters.
 */
export function createRedact(token: string): Redact {
  if (token.length < minTokenLength) return (text) => text;
  const text = Array.from(token, anyEscape).join('');
  const pattern = new RegExp(
    [token.length < minSecretLength ? `(?<![\\w-])${text}(?![\\w-])` : text, ...encodings(token)].join('|'),
    'gi',
  );
  return (text) => text.replace(pattern, '[token]');
}

/** Removes the token from parsed JSON. Searching the text is not enough: JSON can escape any character of the token. */
export function redactJson(value: unknown, redact: Redact, depth = 0): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return '[nested too deeply]';
  if (Array.isArray(value)) return value.map((entry) => redactJson(entry, redact, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [redact(key), redactJson(entry, redact, depth + 1)]),
  );
}

const htmlNames: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/**
 * Returns a pattern for a character as it is, or escaped in a URL (also repeatedly), in HTML or in a string literal.
 * The limits keep the search linear: a long row of backslashes would be searched from each of its characters.
 */
function anyEscape(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  const name = htmlNames[character];
  const html = `&(?:#0{0,4}${code}|#x0{0,4}${hex}${name ? `|${name}` : ''});`;
  return `(?:\\\\{0,4}${escapePattern(character)}|%(?:25){0,3}${hex}|${html}|\\\\{1,4}(?:u00|x)${hex})`;
}

/** Returns the token in hexadecimal and in base64. */
function encodings(token: string): string[] {
  const hex = Array.from(token, (character) => character.charCodeAt(0).toString(16)).join('');
  const base64 = [0, 1, 2].map((offset) => base64At(token, offset));
  const base64Url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([hex, ...base64, ...base64Url])].map(escapePattern);
}

/** Returns the base64 characters that depend only on the token, if it starts at `offset` in a group of three bytes. */
function base64At(token: string, offset: number): string {
  const length = Math.floor(((offset + token.length) * 8) / 6);
  return btoa('\0'.repeat(offset) + token).slice(Math.ceil((offset * 8) / 6), length);
}

function escapePattern(text: string): string {
  return text.replace(/[^\w%]/g, '\\$&');
}
