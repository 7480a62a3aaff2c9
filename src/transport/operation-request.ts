import { callRules, checkOptions } from '../config/check-options.ts';
import type { Settings } from '../config/settings.ts';
import type { OperationDefinition } from '../contract/define-operation.ts';
import type { RequestOptions } from '../types/options.ts';
import { type CallSite, type PreparedRequest, prepareRequest } from './prepare-request.ts';
import { fillPath } from './url.ts';

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
