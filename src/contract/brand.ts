const brands = new WeakMap<object, symbol>();

/**
 * Names an error class, and makes `instanceof` work across builds: a program may load a class twice, once with `import`
 * and once with `require`.
 */
export function brand(type: { readonly prototype: object }, name: string, errorName = name): void {
  const symbol = Symbol.for(`masterdata-sdk/${name}`);
  brands.set(type, symbol);
  Object.defineProperties(type.prototype, {
    // Writable, because the constructor of a subclass may set it.
    name: { value: errorName, writable: true, configurable: true },
    [symbol]: { value: true },
  });
  Object.defineProperty(type, Symbol.hasInstance, { value: isBranded });
}

/** Also recognizes instances that another copy of this package created. A subclass inherits this method. */
function isBranded(this: object, value: unknown): boolean {
  const symbol = brands.get(this);
  // A subclass outside this package has no brand.
  if (symbol === undefined) return Function.prototype[Symbol.hasInstance].call(this, value);
  return typeof value === 'object' && value !== null && symbol in value;
}
