import * as z from 'zod/mini';
import type { OperationDefinition } from '../../src/contract/define-operation.ts';
import { capitalize } from '../../src/contract/endpoint.ts';
import type { StandardSchema } from '../../src/contract/standard-schema.ts';
import type { OwnPermission } from '../controls/permissions.ts';
import { findNonJson } from '../shared/json.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';

/** An operation with a fixed response, for `mock.operations.add()`. */
export interface FixedOperation {
  /** The HTTP method. */
  readonly method: OperationDefinition['method'];
  /** The path below the base URL, with parameters in braces: `/api/reports/{id}`. */
  readonly path: OperationDefinition['path'];
  /** The `data` of every response: a value that JSON can represent. */
  readonly data: unknown;
  /** The status, from 200 to 299. Failures are faults. Default: the policy `createdStatus` for POST, otherwise 200. */
  readonly status?: number | undefined;
  /** The name, with a resource and an operation: `reports.get`. Default: derived from the path and the method. */
  readonly name?: string | undefined;
  /** The permission that a token needs. Default: `<path segment>:<read|write>`, for example `reports:read`. */
  readonly permission?: `${string}:${'read' | 'write'}` | undefined;
}

/**
 * An operation that was added at run time. It is also its definition: pass it to `client.call()`, faults, matchers and
 * the journal.
 */
export interface AddedOperation<Given extends FixedOperation = FixedOperation> extends OperationDefinition {
  /** The HTTP method. */
  readonly method: Given['method'];
  /** The path below the base URL, with parameters in braces. */
  readonly path: Given['path'];
  /** Undefined: query parameters are not checked. */
  readonly query?: undefined;
  /** Accepts every JSON. Undefined for GET. */
  readonly body: Given['method'] extends 'GET' ? undefined : StandardSchema;
  /** The `data` of every response. */
  readonly response: StandardSchema<Given['data']>;
  /** The permission that a token needs. */
  readonly permission: OwnPermission;
  /** Removes the operation. Later calls get 404. */
  remove(): void;
}

/** An operation in the list of a mock, as JSON. */
export interface ListedOperation extends Pick<OperationDefinition, 'name' | 'method' | 'path'> {
  /** The permission that a token needs. */
  readonly permission: string;
  /** The status of the response. Absent if the policy `createdStatus` or 200 applies. */
  readonly status?: number;
  /** Whether it has a schema of the query. */
  readonly hasQuery: boolean;
  /** Whether it takes a body. */
  readonly hasBody: boolean;
  /** Whether groups in the body are sent as keys with brackets. */
  readonly hasBrackets: boolean;
  /** Whether it was added at run time, so that it can be removed. */
  readonly isRemovable: boolean;
  /** The data of the response. Only of an operation that was added at run time. */
  readonly data?: unknown;
}

/** The methods of operations. */
export const operationMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

type PermissionText = NonNullable<FixedOperation['permission']>;

/** The texts are checked with the definition. */
export const fixedOperationSchema = z.strictObject({
  method: z.enum(operationMethods),
  path: z.string() as unknown as z.ZodMiniType<OperationDefinition['path']>,
  data: z.custom<unknown>((value) => value !== undefined, 'must be JSON'),
  status: z.optional(wholeNumber(200, 299)),
  name: z.optional(z.string()),
  permission: z.optional(z.string() as unknown as z.ZodMiniType<PermissionText>),
});

/**
 * Validates an operation from JavaScript or JSON, and copies it.
 *
 * @throws A TypeError that names what is wrong.
 */
export function parseFixedOperation(value: unknown): FixedOperation {
  const { data, ...parsed } = parseOptions(fixedOperationSchema, value, 'operation');
  const bad = findNonJson(data, 'operation.data');
  if (bad) throw new TypeError(`${bad.path}: must be JSON, received ${bad.received}`);
  return JSON.parse(JSON.stringify({ ...parsed, data }));
}

/** Returns the name of an operation without one: `reports.getById` for `GET /api/reports/{id}`. */
export function defaultName({ method, path }: FixedOperation, used: ReadonlySet<string>): string {
  const [resource = '', ...words] = path.split('/').slice(2).map(toPascalCase);
  const prefix = /^[a-z]/i.test(resource) ? resource.charAt(0).toLowerCase() + resource.slice(1) : `api${resource}`;
  const name = `${prefix}.${method.toLowerCase()}${words.join('')}`;
  let free = name;
  for (let number = 2; used.has(free); number += 1) free = `${name}${number}`;
  return free;
}

/** Returns a segment of a path as a part of a name: `DailyTotals` for `daily-totals`, `ById` for `{id}`. */
function toPascalCase(segment: string): string {
  const words = segment.split(/[^a-z\d]+/i).map(capitalize);
  return (segment.startsWith('{') ? 'By' : '') + words.join('');
}
