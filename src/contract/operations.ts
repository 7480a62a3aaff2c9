import type * as z from 'zod/mini';
import { type Endpoint, type PathParameters, permissionOf, recordLabel } from './endpoint.ts';
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

/** An operation, with what its name and its path determine. */
export interface DescribedOperation extends Endpoint {
  readonly name: OperationName;
  /** The name of the record in the error `<Resource> not found`. */
  readonly resource: string;
  /** The permission that a token needs. */
  readonly permission: string;
}

/** Every operation of the contract, in the order of {@link contract}. */
export const operations: readonly DescribedOperation[] = Object.values(contract).flatMap((resource) =>
  Object.values<Endpoint & { readonly name: OperationName }>(resource).map((operation) => ({
    ...operation,
    resource: recordLabel(operation.name),
    permission: permissionOf(operation),
  })),
);

/** The names of all operations. */
export const operationNames: readonly string[] = operations.map(({ name }) => name);

/** Returns the operation with a name. */
export function findOperation(name: OperationName): DescribedOperation;
export function findOperation(name: string | undefined): DescribedOperation | undefined;
export function findOperation(wanted: string | undefined): DescribedOperation | undefined {
  return operations.find(({ name }) => name === wanted);
}
