import { previewWithoutText, tagOf } from '../contract/printable.ts';
import { InvalidRequestError } from '../errors/index.ts';
import { isGroup, isRawJson, jsonForm } from '../wire/brackets.ts';
import { accessorsOf, convertInstance, describeInstance } from '../wire/class-instance.ts';

/** Deeper values exceed the stack. */
const maxDepth = 1000;

/** No record has as many levels: the limit of bracketed keys. */
const maxGroupDepth = 100;

/**
 * Returns a copy of a body as JSON represents it: plain objects without `undefined`. Calls `toJSON` as `JSON.stringify`
 * does. Reads each property once.
 *
 * Rejects values that `JSON.stringify` would change or drop. For example, it turns `NaN` into `null`, which clears the
 * field, and an instance of a class without fields into `{}`. With `hasGroups`, the body is an object, and its groups
 * are plain objects.
 */
export function copyAsJson(operation: string, body: unknown, hasGroups: boolean): unknown {
  const ancestors = new Set<unknown>();

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
    if (received) {
      throw invalidBody(operation, path, `must be a plain object, received ${received}. ${convertInstance}`);
    }
    const entries = Object.keys(value).map((name) => {
      const inner = !path ? name : isInGroup ? `${path}[${name}]` : `${path}.${name}`;
      return [name, read(Reflect.get(value, name), name, inner, false, isInGroup)] as const;
    });
    return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined));
  }

  const copy = read(body, '', '', false, hasGroups);
  // Also a date: its `toJSON` returns a text.
  if (!hasGroups || tagOf(copy) === 'Object') return copy;
  throw invalidBody(operation, '', `must be a plain object, received ${previewWithoutText(body)}`);
}

function invalidBody(operation: string, path: string, problem: string): InvalidRequestError {
  const subject = path ? `${path.length > 100 ? `${path.slice(0, 100)}…` : path}:` : 'the body';
  return new InvalidRequestError(`${operation} was not sent: ${subject} ${problem}`, [{ path, message: problem }]);
}

/** `value` is the result of `toJSON`, if `original` has it. */
function problemOf(value: unknown, original: unknown, isEntry: boolean): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return `must be a finite number, received ${value}`;
  // Invalid dates, also those of libraries, are `null` in JSON.
  if (value === null && original !== null && Number.isNaN(Object(original).valueOf?.())) return 'must be a valid date';
  if (value === undefined ? isEntry : /^(?:bigint|function|symbol)$/.test(typeof value)) {
    return `must be a JSON value, received ${typeof value}`;
  }
  return undefined;
}

/**
 * Describes an instance of a class inside of a body that lacks fields as JSON. The operation tells which accessors of
 * the whole body are fields. With `mustBePlain`, describes any instance.
 */
function describeInner(value: object, mustBePlain: boolean): string | undefined {
  const [accessor] = accessorsOf(value);
  if (accessor !== undefined) return `an instance of a class with the accessor "${accessor}"`;
  return mustBePlain && !isGroup(value) && typeof Reflect.get(value, 'toJSON') !== 'function'
    ? 'an instance of a class'
    : undefined;
}
