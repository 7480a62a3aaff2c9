import { describeSchema, type FieldDescription } from '../../src/contract/describe-schema.ts';
import { errorMessages } from '../../src/contract/errors.ts';
import { operations } from '../../src/contract/operations.ts';
import { isTimestamp } from '../../src/contract/timestamp.ts';
import { createRedact, type Redact, tokenForms } from '../../src/wire/redact-token.ts';
import { isObject } from '../shared/json.ts';
import { isUuid } from '../store/ids.ts';
import { bodyFieldsOf, sampleValues } from './body-fields.ts';
import type { Exchange } from './exchange.ts';

/** Headers whose values are not secrets. */
const publicHeaders = /^(?:accept(?:-.*)?|content-type|user-agent)$/i;

/** Texts that the kit sends and compares: to replace them, or a part of them, would change what is checked. */
const publicTexts: readonly string[] = ['conformance', 'application/json', ...contractTexts()];

/** Returns the paths, the names of fields, the values of enums, the error texts, and the samples of fields. */
function contractTexts(): string[] {
  const texts: string[] = Object.values(errorMessages);
  for (const { name, path, resource, response } of operations) {
    texts.push(path, `${resource} not found`, ...textsIn(describeSchema(response)));
    for (const field of bodyFieldsOf(name)) {
      texts.push(field.key, ...field.values);
      for (const value of sampleValues(field) ?? []) if (typeof value === 'string') texts.push(value);
    }
  }
  return [...new Set(texts)];
}

function textsIn({ kind }: FieldDescription): string[] {
  if (kind.type === 'enum') return kind.values.map(String);
  if (kind.type === 'list') return textsIn(kind.element);
  if (kind.type !== 'group') return [];
  return Object.entries(kind.fields).flatMap(([name, field]) => [name, ...textsIn(field)]);
}

/**
 * Creates a function that replaces the secrets of a run: the tokens, and the values of headers with their parts, for
 * example the token in `Bearer <token>`.
 */
export function createSecretRedactor(
  tokens: readonly (string | undefined)[],
  headers: Readonly<Record<string, string>> = {},
): Redact {
  const secretHeaders = Object.entries(headers).filter(([name]) => !publicHeaders.test(name));
  const parts = secretHeaders.flatMap(([, value]) => [value.trim(), ...value.split(/[\s,;=]+/)]);
  const secrets = [
    ...tokens.filter((token) => token !== undefined),
    ...parts.filter((part) => !publicTexts.some((text) => text.includes(part))),
  ];
  const redact = createRedact(...secrets);
  // A run has thousands of texts, and few contain a secret: `includes` finds that out faster than `replaceAll`.
  const forms = secrets.flatMap(tokenForms);
  return (text) => (forms.some((form) => text.includes(form)) ? redact(text) : text);
}

/** Members of a response body that carry no data of the server's records. */
const kept = new Set(['success', 'error', 'details']);

/** Returns the body of a response as a report shows it: the types of its values, or the values. */
export function bodyToShow({ json, text, headers }: Exchange, showValues: boolean): unknown {
  if (json !== undefined) return showValues ? json : redactValues(json);
  if (text === '') return undefined;
  // Broken JSON can contain values of records.
  return showValues || !/json/i.test(headers['content-type'] ?? '') ? text : textType(text);
}

/** Replaces the values of a body by their types. Error texts, booleans and null stay. */
export function redactValues(body: unknown): unknown {
  if (!isObject(body)) return typeIn(body);
  return Object.fromEntries(Object.entries(body).map(([key, item]) => [key, kept.has(key) ? item : typeIn(item)]));
}

function typeIn(value: unknown): unknown {
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, typeIn(item)]));
  if (Array.isArray(value)) {
    const shown = value.slice(0, 2).map(typeIn);
    return value.length > 2 ? [...shown, `<${value.length - 2} more>`] : shown;
  }
  if (typeof value === 'number') return '<number>';
  return typeof value === 'string' ? textType(value) : value;
}

function textType(text: string): string {
  if (text === '') return '';
  if (isUuid(text)) return '<uuid>';
  return isTimestamp(text) ? '<timestamp>' : '<string>';
}
