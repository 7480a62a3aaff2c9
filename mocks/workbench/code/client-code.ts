import { findOperation } from '../../../src/contract/operations.ts';
import { decodeSegment, parameterNames } from '../../shared/router.ts';
import { quote, toLiteral } from './literal.ts';

/** A call of an operation. */
export interface OperationCall {
  readonly operation: string;
  /** The parameters of the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** The body, with nested groups. */
  readonly body?: unknown;
}

/** Returns the code that makes a call with the client. */
export function toClientCode({ operation, params, query = {}, body }: OperationCall): string {
  const endpoint = findOperation(operation);
  if (!endpoint) return toOwnCall({ operation, params, query, body });
  const args = parameterNames(endpoint.path).map((name) => quote(params[name] ?? ''));
  if (body !== undefined) args.push(toLiteral(body));
  if (Object.keys(query).length > 0) args.push(toLiteral(query));
  return `await client.${operation}(${args.join(', ')});`;
}

/** Returns the code of an operation that the client has no method for. Its definition is in the user's code. */
function toOwnCall({ operation, params, query = {}, body }: OperationCall): string {
  const definition = operation.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase());
  const input = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(body !== undefined && { body }),
  };
  return `await client.call(${definition}${Object.keys(input).length > 0 ? `, ${toLiteral(input)}` : ''});`;
}

/** Returns the parameters of a path that a URL has, or undefined if it is not a URL of that path. */
export function matchPath(path: string, url: string): Record<string, string> | undefined {
  const [pathname = ''] = url.split('?');
  const segments = pathname.split('/');
  const pattern = path.split('/');
  if (segments.length !== pattern.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name !== undefined) params[name] = decodeSegment(segment);
    else if (part !== segment) return undefined;
  }
  return params;
}
