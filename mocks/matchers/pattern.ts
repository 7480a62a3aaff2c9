import { isObject } from '../shared/json.ts';

/** A matcher of one value, for example `expect.any(String)`. */
export interface AsymmetricMatcher {
  /** Returns whether the value matches. */
  asymmetricMatch(value: unknown): boolean;
}

/** A part of a value: objects may omit fields, and a matcher can take the place of any value. */
export type Pattern<T> =
  | AsymmetricMatcher
  | (T extends readonly (infer Item)[]
      ? readonly Pattern<Item>[]
      : T extends object
        ? { readonly [Key in keyof T]?: Pattern<T[Key]> | undefined }
        : T);

/** Returns a line for each difference between a JSON value and a pattern, or no lines if the value matches. */
export function differences(value: unknown, pattern: unknown, path: string): string[] {
  if (isMatcher(pattern)) {
    return pattern.asymmetricMatch(value) ? [] : [difference(path, describeValue(pattern), value)];
  }
  if (Array.isArray(pattern)) {
    if (!Array.isArray(value)) return [difference(path, describeValue(pattern), value)];
    if (value.length !== pattern.length) return [difference(path, `an array of ${pattern.length}`, value)];
    return pattern.flatMap((item, index) => differences(value[index], item, `${path}.${index}`));
  }
  if (isObject(pattern)) {
    checkPlain(pattern, path);
    if (!isObject(value)) return [difference(path, describeValue(pattern), value)];
    return Object.entries(pattern).flatMap(([key, part]) =>
      differences(Object.hasOwn(value, key) ? value[key] : undefined, part, `${path}.${key}`),
    );
  }
  if (typeof pattern === 'function') checkPlain(pattern, path);
  return value === pattern ? [] : [difference(path, describeValue(pattern), value)];
}

function difference(path: string, expected: string, value: unknown): string {
  return `${path}: expected ${expected}, received ${describeValue(value)}`;
}

/** A regular expression or a date has no fields, so as a pattern it would match every object. */
function checkPlain(pattern: object, path: string): void {
  const type = Object.prototype.toString.call(pattern).slice('[object '.length, -1);
  if (type === 'Object') return;
  throw new TypeError(`${path}: must be JSON or a matcher such as expect.any(String), received a ${type}`);
}

function isMatcher(value: unknown): value is AsymmetricMatcher {
  return isObject(value) && typeof value['asymmetricMatch'] === 'function';
}

const maxLength = 200;

/** Returns a value as JSON, shortened if it is long. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = isMatcher(value) ? describeMatcher(value) : toJson(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Names a matcher as its runner does: `Any<String>`. */
function describeMatcher(matcher: AsymmetricMatcher): string {
  if ('toAsymmetricMatcher' in matcher && typeof matcher.toAsymmetricMatcher === 'function') {
    return String(matcher.toAsymmetricMatcher());
  }
  return String(matcher);
}

function toJson(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_key, part: unknown) => (isMatcher(part) ? describeMatcher(part) : part)) ?? 'nothing'
    );
  } catch {
    return String(value);
  }
}
