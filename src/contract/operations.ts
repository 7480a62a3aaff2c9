import type { AddressCreate, AddressUpdate } from './addresses.ts';
import type { CatalogCreate } from './catalogs.ts';
import type { CategoryUpdate } from './categories.ts';
import type { ContactUpdate } from './contacts.ts';
import type { CustomerCreate } from './customers.ts';
import { type Endpoint, type PathParameters, permissionOf, recordLabel } from './endpoint.ts';
import { contract } from './index.ts';
import type { PriceUpdate } from './prices.ts';
import type { ProductParentCreate } from './product-parents.ts';
import type { ProductCreate, ProductUpdate } from './products.ts';
import type * as routes from './routes.ts';

type Routes = typeof routes;

/** The name, the method and the path of an operation, without its schemas, which are slow to compile. */
export type OperationRoute = { [Resource in keyof Routes]: Routes[Resource][keyof Routes[Resource]] }[keyof Routes];

/**
 * The name of an operation, such as `products.update`.
 *
 * @useDeclaredType
 */
export type OperationName = OperationRoute['name'];

/** The parameters in the path of an operation: `{ id: string }` for `products.update`. */
export type OperationParameters<Name extends OperationName> = PathParameters<
  Extract<OperationRoute, { readonly name: Name }>['path']
>;

/** The bodies of the operations that have one. Their names and comments are not those of a type that zod infers. */
export interface OperationBodies {
  readonly 'customers.create': CustomerCreate;
  readonly 'contacts.update': ContactUpdate;
  readonly 'addresses.create': AddressCreate;
  readonly 'addresses.update': AddressUpdate;
  readonly 'categories.update': CategoryUpdate;
  readonly 'catalogs.create': CatalogCreate;
  readonly 'productParents.create': ProductParentCreate;
  readonly 'products.create': ProductCreate;
  readonly 'products.update': ProductUpdate;
  readonly 'prices.update': PriceUpdate;
}

/** The body of an operation, nested as you pass it to the client. Undefined if it has none. */
export type OperationBody<Name extends OperationName> = Name extends keyof OperationBodies
  ? OperationBodies[Name]
  : undefined;

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
