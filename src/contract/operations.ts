/** The operations of the contract by their names. */
import { contract } from './index.ts';

type Contract = typeof contract;

/** Every operation of the contract. */
export type Operation = { [Resource in keyof Contract]: Contract[Resource][keyof Contract[Resource]] }[keyof Contract];

/**
 * The name of an operation, such as `products.update`.
 *
 * @useDeclaredType
 */
export type OperationName = Operation['name'];

/** The operation with a name. */
export type OperationNamed<Name extends OperationName> = Extract<Operation, { readonly name: Name }>;

/** The names of all operations. */
export const operationNames: readonly string[] = Object.values(contract).flatMap((operations) =>
  Object.values(operations).map(({ name }) => name),
);
