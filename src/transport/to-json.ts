import { InvalidRequestError } from '../errors/index.ts';

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
      if (problem) {
        throw new InvalidRequestError(`${operation} was not sent: ${path}: ${problem}`, [{ path, message: problem }]);
      }
      if (typeof value === 'object') paths.set(value, path);
      return value;
    }) ?? ''
  );
}

/** `value` is the result of `toJSON`, if `original` has it. */
function problemOf(value: unknown, original: unknown, isEntry: boolean, mustBePlain: boolean): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return `must be a finite number, received ${value}`;
  if (value === null && original !== null) return 'must be a valid date or value';
  if (value === undefined ? isEntry : /^(?:bigint|function|symbol)$/.test(typeof value)) {
    return `must be a JSON value, received ${typeof value}`;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return tag !== 'Object' || (mustBePlain && value === original)
    ? `must be a plain object, received ${tag === 'Object' ? 'an instance of a class' : tag}`
    : undefined;
}
