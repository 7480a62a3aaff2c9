import { type Endpoint, permissionOf } from '../../src/contract/endpoint.ts';
import type { MockPolicies } from '../controls/policies.ts';
import type { CallDatabase } from '../resources/call-database.ts';
import type { OperationContext } from '../resources/handler.ts';
import { HttpError } from '../shared/http-error.ts';
import type { MockRequest } from '../shared/http-messages.ts';
import { type EndpointWithBody, parseBody, requireJson } from './request-body.ts';
import { parseIds, parseQuery } from './request-params.ts';

/** A call whose input is not checked yet. */
export interface UncheckedCall {
  readonly request: Pick<MockRequest, 'header'>;
  /** Path and query. */
  readonly url: string;
  /** The body, or the error that occurred when it was read. */
  readonly rawBody: string | HttpError | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly policies: MockPolicies;
}

/** The checked input of a call. */
export interface CallInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** A call that passed all checks. */
export interface CheckedCall extends CallInput {
  /** The tables of the workspace of the token. */
  readonly db: CallDatabase;
  /** The id of the workspace of the token. */
  readonly workspace: string;
  readonly user: string;
  readonly policies: MockPolicies;
}

/** An operation of a mock: one of the specification, or one that the specification does not have. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly permission: string;
  /** The errors of the specification. */
  readonly errors: Endpoint['errors'];
  /** The status of a successful response. Default: the policy `createdStatus` for POST, otherwise 200. */
  readonly status: number | undefined;
  /** Whether a call cannot change records. */
  readonly isReadOnly: boolean;
  readonly hasBody: boolean;
  /** Whether keys of the body with brackets are groups. */
  readonly hasBrackets: boolean;
  /** Whether the handler can pass on the methods of its tables. */
  readonly bindsTables: boolean;
  /** Checks the body, the ids in the path and the query. Throws an {@link HttpError} for the first wrong part. */
  parse(call: UncheckedCall): CallInput;
  /** Returns the `data` of the response. */
  handle(call: CheckedCall): unknown;
}

/** Returns the operation of an endpoint with schemas of the contract. */
export function contractOperation(endpoint: Endpoint, handler: (context: OperationContext) => unknown): Operation {
  const { name, method, path, errors, body } = endpoint;
  const withBody = body && { ...endpoint, body };
  return {
    name,
    method,
    path,
    permission: permissionOf(endpoint),
    errors,
    status: undefined,
    isReadOnly: method === 'GET',
    hasBody: body !== undefined,
    hasBrackets: true,
    bindsTables: false,
    parse: (call) => ({
      body: withBody && parseContractBody(withBody, call),
      params: parseIds(name, call.params, call.policies),
      query: parseQuery(endpoint, call.url, call.policies),
    }),
    // The schemas of the endpoint have checked the input.
    handle: (call) => handler(call as OperationContext),
  };
}

function parseContractBody(endpoint: EndpointWithBody, { request, rawBody, policies }: UncheckedCall): unknown {
  requireJson(request);
  if (rawBody instanceof HttpError) throw rawBody;
  return parseBody(endpoint, rawBody ?? '', policies);
}
