/** Takes the token out of what the service said, should it have repeated it. */

/**
 * A rawBody without the token. A token of the usual length is found anywhere; one of fewer than 16 characters, which no
 * service issues, only where it stands by itself, as it may be part of any word.
 */
export function redact(text: string, token: string): string {
  if (token.length > 15) return text.replaceAll(token, '[token]');
  const literal = token.replace(/\W/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\w-])${literal}(?![\\w-])`, 'g'), '[token]');
}

/**
 * What JSON parses to, without the token. Not the JSON rawBody is searched: there, the token may be written with escapes.
 */
export function redactJson(value: unknown, token: string): unknown {
  if (typeof value === 'string') return redact(value, token);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => redactJson(entry, token));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [redact(key, token), redactJson(entry, token)]),
  );
}
