import { listValid } from '../../src/contract/unknown-name.ts';
import { requireJson } from '../operations/request-body.ts';
import { HttpError } from '../shared/http-error.ts';
import type { MockRequest } from '../shared/http-messages.ts';
import { parseJson } from '../shared/json.ts';
import type { ControlRoute } from './define-routes.ts';

/**
 * Checks that a query has only known parameters.
 *
 * @throws A TypeError if it does not.
 */
export function assertParameters(names: readonly string[], valid: readonly string[]): void {
  const unknown = names.find((name) => !valid.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`Unknown parameter "${unknown}".${listValid('parameters', unknown, valid)}`);
}

/**
 * Parses the query of a route.
 *
 * @throws A TypeError if a parameter is unknown, repeated or not valid.
 */
export function parseQuery({ query: schema }: ControlRoute, query: URLSearchParams): unknown {
  const names = [...query.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new TypeError(`${repeated}: must be given once`);
  const texts = Object.fromEntries(query);
  // The handler checks the names.
  if (schema?.def.catchall) return texts;
  assertParameters(names, Object.keys(schema?.shape ?? {}));
  const result = schema?.safeParse(texts);
  const [issue] = result?.error?.issues ?? [];
  if (!issue) return result?.data;
  const name = String(issue.path[0]);
  // Other messages are complete sentences.
  if (!issue.message.startsWith('must ')) throw new TypeError(issue.message);
  throw new TypeError(`${name}: ${issue.message}, received ${query.get(name) || 'no value'}`);
}

/**
 * Checks the parameters in a path.
 *
 * @throws A {@link HttpError} with status 404 if a parameter is not one of the possible names.
 * @throws A TypeError if a parameter has a wrong form.
 */
export function checkParams({ params: schemas = {} }: ControlRoute, params: Readonly<Record<string, string>>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const [issue] = schema.safeParse(params[name]).error?.issues ?? [];
    if (issue) throw issue.code === 'invalid_value' ? new HttpError(404, issue.message) : new TypeError(issue.message);
  }
}

/**
 * Returns the JSON of a body. Returns undefined if there is none.
 *
 * @throws An {@link HttpError} if the body has another type, is too large, or is not JSON.
 */
export async function readJson(request: MockRequest, maxBytes: number): Promise<unknown> {
  const length = Number(request.header('content-length') ?? 0);
  // A request in the page has no header that tells the length.
  const isEmpty = length === 0 && !request.header('transfer-encoding') && !request.header('content-type');
  if (isEmpty) return undefined;
  // Browsers let pages of any origin send other types, for example those of forms, without a preflight.
  requireJson(request);
  const text = await request.text(maxBytes);
  if (text === undefined) throw new HttpError(413, `Request body too large: the limit is ${maxBytes} bytes`);
  if (text === '') return undefined;
  const json = parseJson(text);
  if (json === undefined) throw new HttpError(400, 'The request body must be JSON');
  return json;
}
