/**
 * The query of a list for which the specification documents no parameters.
 *
 * @inline
 */
export type EmptyQuery = Readonly<Record<string, never>>;

/** Query parameters. `undefined` is omitted; an array repeats its key. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;

/**
 * Query parameters with the names of another type. Unlike {@link Query}, also an interface has this type.
 *
 * @inline
 */
export type QueryOf<Names> = { readonly [Name in keyof Names]: QueryValue | readonly QueryValue[] | undefined };

/**
 * Query parameters of any type, also of an interface, whose values are checked when the request is sent.
 *
 * @inline
 */
export type AnyQuery = Query | (object & { readonly [Symbol.iterator]?: never });

/** @inline */
type QueryValue = string | number | boolean;
