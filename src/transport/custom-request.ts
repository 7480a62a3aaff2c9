import { callRules, checkOptions, customRequestRules } from '../config/check-options.ts';
import type { Settings } from '../config/settings.ts';
import type { OperationDefinition } from '../contract/define-operation.ts';
import type { StandardSchema } from '../contract/standard-schema.ts';
import type { RequestOptions } from '../types/options.ts';
import type { Query, QueryOf } from '../types/query.ts';
import { type CallSite, type PreparedRequest, prepareRequest } from './prepare-request.ts';
import { checkPath, fillPath } from './url.ts';

/** A request to a path that no method of the client covers. */
export interface CustomRequest<T = unknown, Q extends object = Query> {
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the base URL, for example `/api/pricebooks`. Its parameters must be encoded. */
  readonly path: string;
  /** Query parameters. `undefined` is omitted; an array repeats its key. */
  readonly query?: (Q & QueryOf<Q> & { readonly [Symbol.iterator]?: never }) | undefined;
  /** Body, sent as JSON without changes. To send bracketed keys, see {@link encodeBrackets}. */
  readonly body?: unknown;
  /** Types the data, and validates it according to `validation.responses`. The data is not changed. */
  readonly schema?: StandardSchema<T> | undefined;
}

/**
 * Checks and prepares a request of a JavaScript program. With a method such as `post`, a retry could create a record
 * twice.
 */
export async function prepareCustomRequest(
  request: CustomRequest,
  settings: Settings,
  options: RequestOptions | undefined,
  callSite: CallSite,
): Promise<PreparedRequest> {
  const copy: CustomRequest = { ...request };
  const { method }: { method?: unknown } = copy;
  // A missing option is valid, but not a missing method.
  checkOptions({ ...copy, method: Object(method) === method ? method : String(method) }, customRequestRules, 'request');
  const path = checkPath(copy.path);
  // Not one name per record: names group operations, for example in metrics.
  const route = path.replace(/\/(?:\d+|[\da-f-]{36})(?=\/|$)/gi, '/{id}');
  const spec = { ...copy, name: `${copy.method} ${route}`, route, path, schemas: { response: copy.schema } };
  return prepareRequest(spec, settings, options, callSite);
}

/** The input of an operation, whatever the operation is. */
interface AnyInput {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** Checks the input of an operation that the contract does not have, and prepares its request. */
export async function prepareOperation(
  operation: OperationDefinition,
  input: object | undefined,
  settings: Settings,
  options: RequestOptions | undefined,
  callSite: CallSite,
): Promise<PreparedRequest> {
  const { name, method, path: route, brackets } = operation;
  const { params, query, body } = checkOptions<AnyInput>(input === undefined ? {} : input, callRules, 'input');
  const path = fillPath(route, params);
  const hasGroups = brackets === true && body !== undefined;
  const spec = { name, method, route, path, query, body, schemas: operation, hasGroups };
  return prepareRequest(spec, settings, options, callSite);
}
