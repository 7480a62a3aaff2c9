/**
 * The type of an input that is never changed: at any depth, it also accepts readonly arrays, of constants and of frozen
 * state. TypeScript assigns objects with readonly properties to any type, so a program can complete an input.
 */
export type ReadonlyInput<T> = T extends string | ((...parameters: never) => unknown)
  ? T
  : T extends readonly unknown[]
    ? { readonly [Key in keyof T]: ReadonlyInput<T[Key]> }
    : T extends object
      ? { [Key in keyof T]: ReadonlyInput<T[Key]> }
      : T;
