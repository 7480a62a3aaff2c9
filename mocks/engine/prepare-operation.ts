import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { OperationContext } from '../resources/handler.ts';
import { HttpError } from '../shared/http-error.ts';
import type { UncheckedCall } from './own-operation-input.ts';
import { parseBody, requireJson } from './request-body.ts';
import { parseIds, parseQuery } from './request-params.ts';
import { isOwn, type MatchedRoute } from './routes.ts';

/**
 * Checks the body, the ids in the path and the query of a call. Returns the function that runs its operation.
 *
 * @throws An {@link HttpError} for the first part that is not valid.
 */
export function prepare(route: MatchedRoute, input: UncheckedCall): () => unknown {
  return isOwn(route) ? route.endpoint.prepare(input) : prepareEndpoint(route.endpoint, route.handler, input);
}

/** Does the same for an operation whose endpoint has schemas of the contract. */
export function prepareEndpoint(
  endpoint: Endpoint,
  handler: (context: OperationContext) => unknown,
  input: UncheckedCall,
): () => unknown {
  const { url, policies, workspace, user } = input;
  const body = requireBody(endpoint, input);
  const params = parseIds(endpoint, input.params, policies);
  const query = parseQuery(endpoint, url, policies);
  return () => handler({ endpoint, params, query, body, workspace, user, policies } as OperationContext);
}

function requireBody(endpoint: Endpoint, { request, rawBody, policies }: UncheckedCall): unknown {
  const { body } = endpoint;
  if (body === undefined) return undefined;
  requireJson(request);
  if (rawBody instanceof HttpError) throw rawBody;
  return parseBody({ ...endpoint, body }, rawBody ?? '', policies);
}
