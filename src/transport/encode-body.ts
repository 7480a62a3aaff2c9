import { memberOf, previewWithoutText } from '../contract/printable.ts';
import { InvalidRequestError } from '../errors/index.ts';
import { bracketKey, checkKey, isGroup, isRawJson, jsonForm, maxGroupDepth } from '../wire/brackets.ts';
import { describeAccessor, describeInstance, mustBePlain } from '../wire/plain-object.ts';

/** Deeper values exceed the stack. */
const maxDepth = 1000;

/** A copy of a body as JSON represents it: plain objects without `undefined`. */
export interface EncodedBody {
  /** The body as the contract describes it. */
  readonly data: unknown;
  /** The body as it is sent. The groups of `data` are keys with brackets. */
  readonly wire: unknown;
}

/**
 * Copies and encodes a body for a method of the client. Unlike `encodeBrackets`, rejects a bad body with its operation
 * and path. Calls `toJSON` as `JSON.stringify` does. Reads each property once.
 *
 * Rejects values that `JSON.stringify` would change or drop. For example, it turns `NaN` into `null`, which clears the
 * field, and an instance of a class without fields into `{}`. With `hasGroups`, the body is an object, and its groups
 * are plain objects.
 */
export function encodeBody(operation: string, body: unknown, hasGroups: boolean): EncodedBody {
  const ancestors = new Set<unknown>();
  /** The body on the wire, which `readObject` fills. */
  const flat: Record<string, unknown> = {};

  function read(original: unknown, key: string, path: string, isEntry: boolean, isInGroup: boolean): unknown {
    const value = jsonForm(original, key);
    const problem = problemOf(value, original, isEntry);
    if (problem) throw invalidBody(operation, path, problem);
    if (typeof value !== 'object' || value === null || isRawJson(value)) return value;
    if (ancestors.has(value)) throw invalidBody(operation, path, 'must not contain itself');
    const limit = hasGroups ? maxGroupDepth : maxDepth;
    if (ancestors.size >= limit) throw invalidBody(operation, path, `must be nested at most ${limit} levels deep`);
    ancestors.add(value);
    const copy = Array.isArray(value)
      ? Array.from({ length: value.length }, (_, index) =>
          read(value[index], `${index}`, path ? `${path}.${index}` : `${index}`, true, false),
        )
      : readObject(value, original, path, isInGroup);
    ancestors.delete(value);
    return copy;
  }

  function readObject(value: object, original: unknown, path: string, isInGroup: boolean): object {
    const received = describeInstance(value) ?? (path && describeInner(value, isInGroup && value === original));
    if (received) throw invalidBody(operation, path, mustBePlain(received));
    const entries = Object.keys(value).flatMap((name) => {
      const inner = isInGroup ? bracketKey(path, name) : path ? `${path}.${name}` : name;
      const entry = read(Reflect.get(value, name), name, inner, false, isInGroup);
      if (entry === undefined) return [];
      if (isInGroup) {
        checkKey(name);
        if (!isGroup(entry)) flat[inner] = entry;
      }
      return [[name, entry] as const];
    });
    return Object.fromEntries(entries);
  }

  const data = read(body, '', '', false, hasGroups);
  if (!hasGroups) return { data, wire: data };
  if (isGroup(data)) return { data, wire: flat };
  // For example an array, or a date, whose `toJSON` returns a text.
  throw invalidBody(operation, '', `must be a plain object, received ${previewWithoutText(body)}`);
}

function invalidBody(operation: string, path: string, problem: string): InvalidRequestError {
  const subject = path ? `${path.length > 100 ? `${path.slice(0, 100)}…` : path}:` : 'the body';
  return new InvalidRequestError(`${operation} was not sent: ${subject} ${problem}`, [{ path, message: problem }]);
}

/** `value` is the result of `toJSON`, if `original` has it. */
function problemOf(value: unknown, original: unknown, isEntry: boolean): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return `must be a finite number, received ${value}`;
  // Invalid dates, even those of libraries, are `null` in JSON.
  if (value === null && original !== null && isInvalidDate(original)) return 'must be a valid date';
  if (value === undefined ? isEntry : /^(?:bigint|function|symbol)$/.test(typeof value)) {
    return `must be a JSON value, received ${typeof value}`;
  }
  return undefined;
}

/** Whether a value, for example a date of a library, stands for the time `NaN`. */
function isInvalidDate(value: unknown): boolean {
  const convert = memberOf(value, 'valueOf');
  return typeof convert === 'function' && Number.isNaN(Reflect.apply(convert, value, []));
}

/**
 * Describes an instance of a class inside of a body that lacks fields as JSON. The operation tells which accessors of
 * the whole body are fields. With `needsGroup`, describes any instance.
 */
function describeInner(value: object, needsGroup: boolean): string | undefined {
  const accessor = describeAccessor(value);
  if (accessor !== undefined) return accessor;
  return needsGroup && !isGroup(value) && typeof Reflect.get(value, 'toJSON') !== 'function'
    ? 'an instance of a class'
    : undefined;
}
