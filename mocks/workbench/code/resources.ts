import type * as z from 'zod/mini';
import { fieldsOf } from '../../../src/contract/describe-schema.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { contract } from '../../../src/contract/index.ts';
import { findOperation } from '../../../src/contract/operations.ts';

/** A group of operations. */
export interface Resource {
  readonly name: string;
  readonly operations: readonly Endpoint[];
}

/** The resources of the contract, with their operations. */
export const resources: readonly Resource[] = Object.entries(contract).map(([name, operations]) => ({
  name,
  operations: Object.values<Endpoint>(operations),
}));

/** Whether an operation is not one of the specification. */
export function isOwn({ name }: Pick<Endpoint, 'name'>): boolean {
  return findOperation(name) === undefined;
}

/** An operation of a mock that is not one of the specification. */
export interface OwnEndpoint extends Endpoint {
  /** The permission that a token needs. */
  readonly permission: string;
  /** Whether groups in the body are sent as keys with brackets. */
  readonly hasBrackets: boolean;
}

/** Whether groups in the body of an operation are sent as keys with brackets. */
export function hasBrackets(endpoint: Endpoint | OwnEndpoint): boolean {
  return 'hasBrackets' in endpoint ? endpoint.hasBrackets : true;
}

/** Whether the fields of a body or a query are known, so that a form can show them. */
export function hasFields(schema: z.ZodMiniType): boolean {
  return Object.keys(fieldsOf(schema)).length > 0;
}

/** The patterns that a fault can name: every request, each resource, each operation. */
export const operationPatterns: readonly string[] = [
  '*',
  ...resources.flatMap(({ name, operations }) => [`${name}.*`, ...operations.map((operation) => operation.name)]),
];
