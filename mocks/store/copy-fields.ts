import { tagOf } from '../../src/contract/printable.ts';
import { wirePath } from '../../src/contract/validate.ts';
import { describeInstance } from '../../src/wire/plain-object.ts';
import { isObject, maxDepth } from '../shared/json.ts';
import { InvalidRecordError } from './errors.ts';
import { setField } from './fields.ts';
import type { TableName } from './row-types.ts';

/**
 * Copies the fields of a row, because rows are frozen and the caller's objects must not be. Omits undefined fields.
 *
 * @throws An {@link InvalidRecordError} if JSON cannot represent a value, or if a value is nested too deeply.
 */
export function copyFields<Fields extends object>(table: TableName, fields: Fields): Fields {
  /** The path of the current object or array. Pushing is faster than copying the path for each value. */
  const path: PropertyKey[] = [];
  const reject = (message: string): never => {
    throw new InvalidRecordError(table, [{ path: wirePath(path), message }]);
  };
  const copyObject = (object: object): object => {
    const copy: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(object)) {
      // The schemas of rows with open fields would drop it silently.
      if (key === '__proto__' && path.length === 0) {
        path.push(key);
        reject('is not a known field');
      }
      if (value !== undefined) setField(copy, key, copyValue(value, key));
    }
    return copy;
  };
  const copyValue = (value: unknown, key: PropertyKey): unknown => {
    if (isScalar(value)) return value;
    path.push(key);
    if (path.length > maxDepth) {
      path.length = 1;
      reject(`must be nested at most ${maxDepth} levels deep`);
    }
    const copy = copyContainer(value);
    path.pop();
    return copy;
  };
  const copyContainer = (value: unknown): unknown => {
    if (Array.isArray(value)) return Array.from(value, copyValue);
    if (isPlainObject(value)) return copyObject(value);
    return reject(`must be a JSON value, received ${describeType(value)}`);
  };
  if (!isPlainObject(fields)) reject('must be an object with fields');
  return copyObject(fields) as Fields;
}

/** Whether a value is a JSON value other than an object or a list. */
function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/** By tag, since objects of another realm (a frame, a test environment) have another `Object.prototype`. */
function isPlainObject(value: unknown): value is object {
  return isObject(value) && !describeInstance(value);
}

function describeType(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return isObject(value) ? (describeInstance(value) ?? tagOf(value)) : typeof value;
}
