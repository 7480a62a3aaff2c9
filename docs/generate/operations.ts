import { describeSchema } from '../../src/contract/describe-schema.ts';
import { type DescribedOperation, operations } from '../../src/contract/operations.ts';
import type { Comments, Method } from './comments.ts';

/** An operation and its client method. */
export interface Operation {
  /** The property of the client, for example `productParents`. */
  readonly resource: string;
  readonly endpoint: DescribedOperation;
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
export function filledPath(
  { path }: Pick<DescribedOperation, 'path'>,
  params: Readonly<Record<string, string>>,
): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}

/** Returns the name that examples give to the result of an operation: `product`, `customers`, `deleted`. */
export function resultName({ name, method, resource, response }: DescribedOperation): string {
  const [records = '', action = ''] = name.split('.');
  if (method === 'DELETE') return 'deleted';
  if (describeSchema(response).kind.type === 'list') return records;
  return camelCase(/^get(\w+)/.exec(action)?.[1] ?? resource);
}

function camelCase(text: string): string {
  const words = text.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  return words.charAt(0).toLowerCase() + words.slice(1);
}
