import type { Endpoint } from '../../src/contract/endpoint.ts';
import { contract } from '../../src/contract/index.ts';
import type { OperationName } from '../../src/contract/operations.ts';

/** All operations of the contract. */
export const endpoints: readonly (Endpoint & { readonly name: OperationName })[] = Object.values(contract).flatMap(
  (operations) => Object.values(operations),
);

const byName = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));

/** Returns the operation with a name. */
export function endpointNamed(name: OperationName): Endpoint {
  const endpoint = byName.get(name);
  if (endpoint === undefined) throw new TypeError(`Unknown operation "${name}".`);
  return endpoint;
}

/** The parameters of a path. */
export type Params = Readonly<Record<string, string>>;

/** Fills the parameters of an operation's path. */
export function pathOf(name: OperationName, params: Params = {}): string {
  return endpointNamed(name).path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(params[parameter] ?? ''),
  );
}

/** A UUID that no record has. It has no letters, so that its letter case does not matter. */
export function unusedId(): string {
  return crypto.randomUUID().replaceAll(/[a-f]/g, (letter) => String((letter.charCodeAt(0) - 89) % 10));
}
