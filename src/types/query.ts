/** The query of a list for which the specification documents no parameters. */
export interface EmptyQuery {
  /**
   * Not allowed. A type with an optional member lets the compiler name an unknown parameter, and reject a variable that
   * has other members.
   */
  readonly [Symbol.iterator]?: never;
}

/** Query parameters. `undefined` is omitted; an array repeats its key. */
export interface Query {
  readonly [name: string]: QueryValue | readonly QueryValue[] | undefined;
}

/**
 * Query parameters with the names of another type. Unlike {@link Query}, it accepts an interface.
 *
 * @inline
 */
export type QueryOf<Names> = { readonly [Name in keyof Names]: QueryValue | readonly QueryValue[] | undefined };

/** The value of a query parameter. */
export type QueryValue = string | number | boolean;
