import type * as z from 'zod/mini';
import type { Endpoint, PathParameters } from './endpoint.ts';
import { contract } from './index.ts';

type Contract = typeof contract;

/** An operation of the contract. */
export type Operation = { [Resource in keyof Contract]: Contract[Resource][keyof Contract[Resource]] }[keyof Contract];

/**
 * The name of an operation, such as `products.update`.
 *
 * @useDeclaredType
 */
export type OperationName = Operation['name'];

/** The operation with a name. */
export type OperationNamed<Name extends OperationName> = Extract<Operation, { readonly name: Name }>;

/** The parameters in the path of an operation: `{ id: string }` for `products.update`. */
export type OperationParameters<Name extends OperationName> = PathParameters<OperationNamed<Name>['path']>;

/** The body of an operation, nested as you pass it to the client. Undefined if it has none. */
export type OperationBody<Name extends OperationName> =
  OperationNamed<Name> extends { readonly body: infer Body extends z.ZodMiniType } ? z.output<Body> : undefined;

/** Every operation of the contract, in the order of {@link contract}. */
export const operations: readonly (Endpoint & { readonly name: OperationName })[] = Object.values(contract).flatMap(
  (resource) => Object.values(resource),
);

/** The names of all operations. */
export const operationNames: readonly string[] = operations.map(({ name }) => name);

/** Returns the operation with a name. */
export function findOperation(name: OperationName): Endpoint;
export function findOperation(name: string | undefined): Endpoint | undefined;
export function findOperation(wanted: string | undefined): Endpoint | undefined {
  return operations.find(({ name }) => name === wanted);
}
