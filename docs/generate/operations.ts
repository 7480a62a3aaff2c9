/** Every operation of the contract, with what the client's comments say of it. */
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { operations } from '../../src/contract/operations.ts';
import type { Comments, Method } from './comments.ts';

/** An operation and the client's method for it. */
export interface Operation {
  /** The client's property: `productParents`. */
  readonly resource: string;
  readonly endpoint: Endpoint;
  readonly method: Method;
}

/** All operations, in the contract's order. */
export function operationsOf(comments: Comments): Operation[] {
  return operations.map((endpoint) => {
    const [resource = '', method = ''] = endpoint.name.split('.');
    return { resource, endpoint, method: comments.method(resource, method) };
  });
}

/** The path of an operation with its parameters filled in. */
export function filledPath({ path }: Endpoint, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}
