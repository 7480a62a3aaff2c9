import { decodeBrackets, encodeBrackets } from '../../../src/wire/brackets.ts';
import { isObject } from '../../shared/json.ts';

/** Whether `fetch` sends a body with a method, and the API expects one. */
export function takesBody(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(method);
}

/** Nests the bracketed keys of a body. Returns other values, and bodies whose keys contradict each other, unchanged. */
export function nest(body: unknown): unknown {
  if (!isObject(body)) return body;
  try {
    return decodeBrackets(body);
  } catch {
    return body;
  }
}

/** Writes the groups of a body as bracketed keys. Returns bodies that cannot be written so unchanged. */
export function flatten(body: unknown): unknown {
  if (!isObject(body)) return body;
  try {
    return encodeBrackets(body);
  } catch {
    return body;
  }
}

export const isBracketed = (key: string): boolean => key.includes('[');
