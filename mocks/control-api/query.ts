import { type OperationName, operationNames } from '../../src/contract/operations.ts';
import { defaultTimeout } from '../controls/journal-timeout.ts';
import { HttpError } from '../shared/http-error.ts';
import { assertOperation } from '../shared/parse-options.ts';

/**
 * Checks that a query has only known parameters, and each of them once.
 *
 * @throws A {@link HttpError} with status 400 if it does not.
 */
export function assertParameters(query: URLSearchParams, valid: readonly string[]): void {
  const names = [...query.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new HttpError(400, `${repeated}: must be given once`);
  const unknown = names.find((name) => !valid.includes(name));
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
  if (operation !== undefined) assertOperation(operation);
  return operation;
}

/** Reads the parameter `operation`, which must be given. */
export function requireOperation(query: URLSearchParams): OperationName {
  const operation = parseOperation(query);
  if (operation !== undefined) return operation;
  throw new HttpError(400, `operation: must be given. Valid operations: ${operationNames.join(', ')}.`);
}

/** Reads the parameter `limit`. Default: no limit. */
export function parseLimit(query: URLSearchParams): number {
  return parseWholeNumber(query, 'limit', Number.MAX_SAFE_INTEGER, { minimum: 1 });
}

/** Proxies close connections that stay silent for longer. */
const maxTimeout = 60_000;

/** Reads the parameter `timeout`, in milliseconds. Default: 4,000. */
export function parseTimeout(query: URLSearchParams): number {
  return parseWholeNumber(query, 'timeout', defaultTimeout, { maximum: maxTimeout });
}

interface Range {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Reads a parameter that is a whole number. */
export function parseWholeNumber(
  query: URLSearchParams,
  name: string,
  defaultValue: number,
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Range = {},
): number {
  const text = query.get(name);
  if (text === null) return defaultValue;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value;
  const range = maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum}` : `from ${minimum} to ${maximum}`;
  throw new HttpError(400, `${name}: must be a whole number ${range}, received ${text || 'no value'}`);
}
