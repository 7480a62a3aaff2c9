/** Replaces tokens in texts, so that errors, logs and journals can be shown to others. */

/** Replaces tokens in a text. */
export type Redact = (text: string) => string;

/** A shorter token is a placeholder such as `dev`. Replacing it would garble texts that have it as a word. */
export const minTokenLength = 8;

/** The text that replaces a token. */
export const tokenPlaceholder = '[token]';

/** Deeper JSON is cut off: recursion, here and in the JSON functions of the platform, would overflow the stack. */
const maxDepth = 200;

/** Creates a function that replaces each form of the tokens. Shorter tokens than `minTokenLength` stay. */
export function createRedact(...tokens: readonly string[]): Redact {
  // Longest first: one token may be part of another.
  const forms = tokens.flatMap(tokenForms).sort((one, other) => other.length - one.length);
  return (text) => forms.reduce((redacted, form) => redacted.replaceAll(form, tokenPlaceholder), text);
}

/** Returns the forms of a token that are replaced: as sent, escaped in JSON, and encoded for a URL or a form. */
export function tokenForms(token: string): readonly string[] {
  if (token.length < minTokenLength) return [];
  // Nothing encodes these characters.
  if (/^[\w.-]*$/.test(token)) return [token];
  const json = JSON.stringify(token).slice(1, -1);
  // `encodeURIComponent` rejects half a surrogate pair. Other encoders replace it.
  const encoded = [
    encodeURIComponent(token.replace(/\p{Cs}/gu, '\ufffd')),
    `${new URLSearchParams([['', token]])}`.slice(1),
  ];
  const lowerCase = encoded.map((text) => text.replace(/%../g, (hex) => hex.toLowerCase()));
  return [...new Set([token, json, json.replaceAll('/', '\\/'), ...encoded, ...lowerCase])];
}

/** Creates a function that also replaces the start of a token: a message may quote a value and cut it off. */
export function createQuoteRedact(...tokens: readonly string[]): Redact {
  const forms = tokens.flatMap(tokenForms);
  return (text) => {
    let redacted = '';
    for (let at = 0; at < text.length; ) {
      const length = Math.max(0, ...forms.map((form) => countEqual(form, text, at)));
      const isToken = length >= minTokenLength;
      redacted += isToken ? tokenPlaceholder : text[at];
      at += isToken ? length : 1;
    }
    return redacted;
  };
}

/** Returns the number of characters that the start of a form has in common with a text from a position on. */
function countEqual(form: string, text: string, at: number): number {
  let count = 0;
  while (count < form.length && form[count] === text[at + count]) count += 1;
  return count;
}

/** Redacts the texts of parsed JSON. Searching the text is not enough: JSON can escape any character of a token. */
export function redactJson(value: unknown, redact: Redact, depth = 0): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return '[nested too deeply]';
  if (Array.isArray(value)) return value.map((entry) => redactJson(entry, redact, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [redact(key), redactJson(entry, redact, depth + 1)]),
  );
}
