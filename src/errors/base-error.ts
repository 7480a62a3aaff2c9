import { printable } from '../contract/printable.ts';

const brands = new WeakMap<object, symbol>();

/**
 * Names an error class, and makes `instanceof` work across builds: a program may load this module twice, once with
 * `import` and once with `require`.
 */
export function brand(type: { readonly prototype: object }, name: string, errorName = name): void {
  const symbol = Symbol.for(`masterdata-sdk/${name}`);
  brands.set(type, symbol);
  Object.defineProperties(type.prototype, {
    // Writable, because the constructor of a subclass may set it.
    name: { value: errorName, writable: true, configurable: true },
    [symbol]: { value: true },
  });
}

/** The base class of the errors that the client throws and rejects with. */
export class MasterDataError extends Error {
  static {
    brand(this, 'MasterDataError');
  }

  /** Also recognizes instances that another copy of this package created. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    const symbol = brands.get(this);
    // A subclass outside this package has no brand.
    if (symbol === undefined) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && symbol in value;
  }

  /** The message is made safe to print, because it can contain texts of the service. */
  constructor(message?: string, options?: ErrorOptions) {
    super(message && printable(`${message}`), options);
  }

  /** Returns the name, the message and the fields. The result has no headers, no stack and no token. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}
