import { preview, tagOf } from '../contract/printable.ts';
import { isGroup } from './brackets.ts';

/** Describes the problem of an object whose content is not in its properties. */
export function mustBePlain(received: string): string {
  return `must be a plain object, received ${received}. Convert it, for example with a toJSON method.`;
}

/** Describes an object whose content is not in its properties, for example a `Map`. */
export function describeInstance(value: object): string | undefined {
  if (tagOf(value) !== 'Object') return preview(value);
  return isGroup(value) || Object.keys(value).length > 0 ? undefined : 'an instance of a class without fields';
}

/** Describes an object whose class has accessors, of which JSON has none. */
export function describeAccessor(value: unknown): string | undefined {
  const [accessor] = accessorsOf(value);
  return accessor === undefined ? undefined : `an instance of a class with the accessor "${accessor}"`;
}

/**
 * Returns the names of the accessors of the class of an object, which its JSON does not have. Returns none if the
 * object converts itself with `toJSON`.
 */
export function accessorsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || typeof Reflect.get(value, 'toJSON') === 'function') return [];
  const names: string[] = [];
  let prototype: unknown = Object.getPrototypeOf(value);
  // `Object.prototype`, even of another realm, is the last one, and has the accessor `__proto__`.
  while (typeof prototype === 'object' && prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (get && !Object.prototype.propertyIsEnumerable.call(value, name)) names.push(name);
    }
    prototype = Object.getPrototypeOf(prototype);
  }
  return [...new Set(names)];
}
