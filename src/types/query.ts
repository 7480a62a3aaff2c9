/**
 * The query of a list for which the specification documents no parameters.
 *
 * @inline
 */
export type EmptyQuery = Readonly<Record<string, never>>;

/** Query parameters. `undefined` is omitted; an array repeats its key. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;

/**
 * Query parameters with the names of another type. Unlike {@link Query}, it accepts an interface.
 *
 * @inline
 */
export type QueryOf<Names> = { readonly [Name in keyof Names]: QueryValue | readonly QueryValue[] | undefined };

/**
 * Query parameters of any type, even of an interface. Their values are checked when a method is called.
 *
 * @inline
 */
export type AnyQuery = Query | (object & { readonly [Symbol.iterator]?: never });

/** @inline */
type QueryValue = string | number | boolean;
