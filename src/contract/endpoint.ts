/** What one operation of the service is, as data. */
import type * as z from 'zod/mini';
import type { ApiErrorName } from './errors.ts';
import type { Route } from './routes.ts';

/** An operation of the service. */
export interface Endpoint extends Route {
  /** The record that `{id}` names, as the service calls it in `<Resource> not found`. */
  readonly resource: string;
  /** The query parameters, where the operation has any. */
  readonly query?: z.ZodMiniType;
  /** The body, nested as the SDK writes it; on the wire its groups are flat bracketed keys. */
  readonly body?: z.ZodMiniObject;
  /** Fields that the specification says cannot be changed, and that this body therefore does not have. */
  readonly immutable?: readonly string[];
  /** The `data` of a successful answer. */
  readonly response: z.ZodMiniType;
  /** What a token must be allowed. The specification states no names; these are `<path segment>:<read|write>`. */
  readonly permission: string;
  /** The refusals it can give, beside a missing token and a missing permission, which any operation can. */
  readonly errors: readonly ApiErrorName[];
}

/** The parameters of a path, each a string: `{ id: string }` for `/api/products/{id}`. */
export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & PathParameters<Rest>
  : unknown;

/** Declares an operation, keeping its literal types. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
