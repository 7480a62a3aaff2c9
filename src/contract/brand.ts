/**
 * Names an error class, and makes `instanceof` work across builds: a program may load a class twice, once with `import`
 * and once with `require`.
 */
export function brand(type: { readonly prototype: object }, name: string, errorName = name): void {
  const symbol = Symbol.for(`masterdata-sdk/${name}`);
  Object.defineProperties(type.prototype, {
    // Writable, because the constructor of a subclass may set it.
    name: { value: errorName, writable: true, configurable: true },
    [symbol]: { value: true },
  });
  Object.defineProperty(type, Symbol.hasInstance, {
    /** Also recognizes instances that another copy of this package created. */
    value(this: object, value: unknown): boolean {
      // A subclass outside this package inherits this method, and has no brand.
      if (this !== type) return Function.prototype[Symbol.hasInstance].call(this, value);
      return typeof value === 'object' && value !== null && symbol in value;
    },
  });
}
