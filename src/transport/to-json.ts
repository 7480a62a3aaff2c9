import { InvalidRequestError } from '../errors/index.ts';
import { preview, tagOf } from '../errors/preview.ts';

/**
 * Serializes a body. Rejects values that `JSON.stringify` would change or drop. For example, it turns `NaN` into
 * `null`, which clears the field. With `isFlat`, any nested object is an instance of a class, because groups are flat
 * already.
 */
export function toJson(operation: string, body: unknown, isFlat: boolean): string {
  const paths = new Map<unknown, string>();
  return (
    JSON.stringify(body, function (this: object, key, value: unknown) {
      const parent = paths.get(this);
      const path = parent ? `${parent}.${key}` : key;
      const problem = problemOf(value, Reflect.get(this, key), Array.isArray(this), isFlat && parent === '');
      if (problem) throw invalidBody(operation, path, problem);
      if (typeof value === 'object') paths.set(value, path);
      return value;
    }) ?? ''
  );
}

/** Returns the body of an operation that takes an object. Rejects objects whose content is not in their properties. */
export function checkBody(operation: string, body: unknown): object {
  if (tagOf(body) === 'Object') return Object(body);
  throw invalidBody(operation, '', `must be a plain object, received ${preview(body)}`);
}

function invalidBody(operation: string, path: string, problem: string): InvalidRequestError {
  const subject = path ? `${path}:` : 'the body';
  return new InvalidRequestError(`${operation} was not sent: ${subject} ${problem}`, [{ path, message: problem }]);
}

/** `value` is the result of `toJSON`, if `original` has it. */
function problemOf(value: unknown, original: unknown, isEntry: boolean, mustBePlain: boolean): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return `must be a finite number, received ${value}`;
  if (value === null && original !== null) return 'must be a valid date or value';
  if (value === undefined ? isEntry : /^(?:bigint|function|symbol)$/.test(typeof value)) {
    return `must be a JSON value, received ${typeof value}`;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const isPlain = tagOf(value) === 'Object';
  if (isPlain && !(mustBePlain && value === original)) return undefined;
  return `must be a plain object, received ${isPlain ? 'an instance of a class' : preview(value)}`;
}
