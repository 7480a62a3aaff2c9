import type { Endpoint } from '../../src/contract/endpoint.ts';
import { operations } from '../../src/contract/operations.ts';
import type { Comments, Method } from './comments.ts';

/** An operation and its client method. */
export interface Operation {
  /** The property of the client, for example `productParents`. */
  readonly resource: string;
  readonly endpoint: Endpoint;
  readonly method: Method;
}

/** Returns all operations in the order of the contract. */
export function operationsOf(comments: Comments): Operation[] {
  return operations.map((endpoint) => {
    const [resource = '', method = ''] = endpoint.name.split('.');
    return { resource, endpoint, method: comments.method(resource, method) };
  });
}

/** Returns the path of an operation with its parameters filled in. */
export function filledPath({ path }: Endpoint, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}
