import { type OperationName, operationNames } from '../../src/contract/operations.ts';
import { HttpError } from '../shared/http-error.ts';

/**
 * Checks that a query has only known parameters.
 *
 * @throws A {@link HttpError} with status 400 if it has another one.
 */
export function assertParameters(query: URLSearchParams, valid: readonly string[]): void {
  const unknown = [...query.keys()].find((name) => !valid.includes(name));
  if (unknown === undefined) return;
  const hint = valid.length === 0 ? 'This path has no parameters.' : `Valid parameters: ${valid.join(', ')}.`;
  throw new HttpError(400, `Unknown parameter "${unknown}". ${hint}`);
}

/** Reads a parameter that is true or false. Default: false. */
export function parseFlag(query: URLSearchParams, name: string): boolean {
  const value = query.get(name) ?? 'false';
  if (value !== 'true' && value !== 'false') {
    throw new HttpError(400, `${name}: must be true or false, received ${value || 'no value'}`);
  }
  return value === 'true';
}

/** Reads the parameter `operation`. */
export function parseOperation(query: URLSearchParams): OperationName | undefined {
  const operation = query.get('operation') ?? undefined;
  if (operation === undefined || isOperationName(operation)) return operation;
  throw new HttpError(400, `Unknown operation "${operation}". Valid operations: ${operationNames.join(', ')}.`);
}

/** Reads the parameter `limit`. Default: no limit. */
export function parseLimit(query: URLSearchParams): number {
  const text = query.get('limit');
  if (text === null) return Number.MAX_SAFE_INTEGER;
  const limit = Number(text);
  if (Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new HttpError(400, `limit: must be a whole number from 1, received ${text || 'no value'}`);
}

function isOperationName(name: string): name is OperationName {
  return operationNames.includes(name);
}
