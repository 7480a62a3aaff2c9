import { contract } from '../../src/contract/index.ts';
import { findOperation, type OperationName, operations } from '../../src/contract/operations.ts';

/** A resource, as the names of its operations begin. */
export type ResourceName = OperationName extends `${infer Resource}.${string}` ? Resource : never;

/** The resources of the contract. */
// The type of the keys of an object is `string`.
export const resourceNames = Object.keys(contract) as readonly ResourceName[];

/** Whether a run includes an operation: that of any resource, unless the run is limited to some of them. */
export function isIncluded(operation: OperationName, only: readonly ResourceName[] | undefined): boolean {
  return only === undefined || only.some((resource) => operation.startsWith(`${resource}.`));
}

/** Why a check does not call an operation that the run does not include. */
export function describeExcluded(operation: OperationName): string {
  return `needs ${operation}, which \`only\` excludes`;
}

/** The parameters of a path. */
export type Params = Readonly<Record<string, string>>;

/** An operation that reads a record by its id. */
export type GetOperation = Extract<OperationName, `${string}.get`>;

/** An operation that lists records of a workspace. */
export type ListOperation = (typeof listOperations)[number];

/** The lists of records that other operations create or read. */
export const listOperations = ['customers.list', 'addresses.list', 'productParents.list'] as const;

/** An operation that creates records. */
export type CreateOperation = Extract<OperationName, `${string}.create`>;

const names = operations.map(({ name }) => name);

/** The operations that read a record by its id. */
export const readOperations: readonly GetOperation[] = names.filter((name): name is GetOperation =>
  name.endsWith('.get'),
);

/** The operations that create records. */
export const createOperations: readonly CreateOperation[] = names.filter(isCreation);

/** Whether a name is that of an operation that creates records. */
export function isCreation(name: string): name is CreateOperation {
  return name.endsWith('.create');
}

/** Fills the parameters of an operation's path. */
export function pathOf(name: OperationName, params: Params = {}): string {
  return findOperation(name).path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(params[parameter] ?? ''),
  );
}

/** A UUID that no record has. It has no letters, so that its letter case does not matter. */
export function unusedId(): string {
  return crypto.randomUUID().replaceAll(/[a-f]/g, (letter) => String((letter.charCodeAt(0) - 89) % 10));
}

/** Returns a UUID in the other letter case. A server may accept it. */
export function swapCase(id: string): string {
  return id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase();
}
