import type { Redact } from '../../src/wire/redact-token.ts';
import { type AsymmetricMatcher, describeValue, isMatcher } from '../shared/describe-value.ts';
import { isObject, readField } from '../shared/json.ts';
import { isUuid } from '../store/ids.ts';

/** A part of a value: objects may omit fields, and a matcher can take the place of any value. */
export type Pattern<T, Matcher = AsymmetricMatcher> =
  | Matcher
  | (T extends readonly (infer Item)[]
      ? readonly Pattern<Item, Matcher>[]
      : T extends object
        ? { readonly [Key in keyof T]?: Pattern<T[Key], Matcher> | undefined }
        : T);

/**
 * Returns a line for each difference between a JSON value and a pattern, or no lines if the value matches. The case of
 * UUIDs does not matter.
 *
 * @param redact Replaces tokens in the lines, before long values are shortened.
 */
export function differences(value: unknown, pattern: unknown, path: string, redact?: Redact): string[] {
  const differ = (expected: unknown) => [difference(path, describeValue(expected, redact), value, redact)];
  if (isMatcher(pattern)) return pattern.asymmetricMatch(value) ? [] : differ(pattern);
  if (Array.isArray(pattern)) {
    if (!Array.isArray(value)) return differ(pattern);
    if (value.length !== pattern.length) return [difference(path, `an array of ${pattern.length}`, value, redact)];
    return pattern.flatMap((item, index) => differences(value[index], item, `${path}.${index}`, redact));
  }
  if (isObject(pattern)) {
    if (!isObject(value)) return differ(pattern);
    return Object.entries(pattern).flatMap(([key, part]) =>
      differences(readField(value, key), part, `${path}.${key}`, redact),
    );
  }
  // A client may send a UUID in another case than the mock stores it in.
  const isSameId = isUuid(value) && isUuid(pattern) && value.toLowerCase() === pattern.toLowerCase();
  return value === pattern || isSameId ? [] : differ(pattern);
}

function difference(path: string, expected: string, value: unknown, redact?: Redact): string {
  return `${path}: expected ${expected}, received ${describeValue(value, redact)}`;
}
