import type * as z from 'zod/mini';
import type { ApiErrorName } from './errors.ts';
import type { Route } from './routes.ts';

/** The schemas and the errors of an operation. */
export interface EndpointSchemas {
  /** The query parameters, if the operation has any. */
  readonly query?: z.ZodMiniObject;
  /** The body as the SDK nests it. On the wire, its groups are flat bracketed keys. */
  readonly body?: z.ZodMiniObject;
  /** Fields that the specification declares unchangeable. The body does not have them. */
  readonly immutable?: readonly string[];
  /** The `data` of a successful response. */
  readonly response: z.ZodMiniType;
  /** The errors that the operation can return, in addition to 401 and 403, which every operation can return. */
  readonly errors: readonly ApiErrorName[];
}

/** An operation of the service, as data. */
export interface Endpoint extends Route, EndpointSchemas {}

/** The parameters of a path: `{ id: string }` for `/api/products/{id}`. */
export type PathParameters<Path extends string> = { readonly [Name in ParameterName<Path>]: string };

type ParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never;

/** Declares the schemas of an operation and keeps their literal types. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const S extends EndpointSchemas>(definition: S): S {
  return definition;
}

/**
 * Returns the permission that a token needs: `contacts:write` for `POST /api/contacts`. The specification states no
 * names of permissions.
 */
export function permissionOf({ method, path }: Pick<Route, 'path'> & { readonly method: string }): string {
  return `${path.split('/')[2]}:${method === 'GET' ? 'read' : 'write'}`;
}

/** Returns the name of a record in errors: `Price list` for `priceLists` or `priceLists.get`. */
export function recordLabel(name: string): string {
  const words = name
    .replace(/\..*/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(ss|x|sh|ch)es$|([^s])s$/, '$1$2');
  return capitalize(words);
}

/** Returns a text with an upper-case letter at its start. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

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
