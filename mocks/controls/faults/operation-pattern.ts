import type { OperationDefinition } from '../../../src/contract/define-operation.ts';
import type { OperationName } from '../../../src/contract/operations.ts';

/**
 * An operation, all operations of a resource, or every request: `products.update`, `products.*`, `*`. Only `*` matches
 * requests that are not an operation of the API.
 */
export type OperationPattern = OperationName | `${ResourceOf<OperationName>}.*` | '*';

/** The operations of a fault: a pattern, or the definition of one of your own operations. */
export type FaultTarget = OperationPattern | OperationDefinition;

type ResourceOf<Name extends string> = Name extends `${infer Resource}.${string}` ? Resource : never;

/** Returns the patterns of operations that a fault applies to. */
export function patternsOf({ on = '*' }: { readonly on?: string | readonly string[] | undefined }): readonly string[] {
  return typeof on === 'string' ? [on] : on;
}

/** Whether the pattern of a fault includes an operation, or a smaller pattern. */
export function matchesPattern(pattern: string, operation: string | undefined): boolean {
  if (pattern === '*' || pattern === operation) return true;
  return pattern.endsWith('.*') && operation?.startsWith(pattern.slice(0, -1)) === true;
}
