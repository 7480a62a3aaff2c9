import { createRedact, type Redact } from '../../src/wire/redact-token.ts';
import { isObject } from '../shared/json.ts';
import { isUuid } from '../shared/uuid.ts';

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

function textType(text: string): string {
  if (text === '') return '';
  if (isUuid(text)) return '<uuid>';
  return /^\d{4}-\d\d-\d\dT/.test(text) ? '<timestamp>' : '<string>';
}
