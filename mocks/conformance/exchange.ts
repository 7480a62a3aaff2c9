import type { OperationName } from '../../src/contract/operations.ts';
import { isObject } from '../shared/json.ts';
import type { StatedLimit } from './rate-limit-headers.ts';
import type { SimilarToken } from './similar-tokens.ts';

/** The tokens that a request of the kit can carry. No server has issued `invalid` and the similar tokens. */
export type TokenName = keyof typeof tokenOptions | SimilarToken | 'invalid' | 'none';

/** Whether the options have a token with this name. */
export function isTokenOption(name: TokenName): name is keyof typeof tokenOptions {
  return Object.hasOwn(tokenOptions, name);
}

/** The tokens of the options, by their names in requests. */
export const tokenOptions = { main: 'token', second: 'secondToken', limited: 'limitedToken' } as const;

/** One request of the kit. */
export interface Call {
  /** The operation of the contract, if the request is for one. */
  readonly operation: OperationName | undefined;
  readonly method: string;
  /** Path and query, relative to the base URL. */
  readonly url: string;
  /** The JSON body, with flat bracketed keys. */
  readonly body?: unknown;
  /** Whether the body may have values of a record that the run did not create. Reports show only their types. */
  readonly hasRecordValues?: boolean;
  /** Default `main`. */
  readonly token?: TokenName;
  /** Returns another body for a repetition, because a server may have carried out a request that failed. */
  readonly renew?: () => unknown;
  /** Whether the request is valid, so that an error response is a difference. */
  readonly isValid?: boolean;
}

/** A request and its response. Neither contains a token. */
export interface Exchange {
  readonly call: Call;
  /** The places of the request and the response in the order of all of them. Requests at the same time overlap. */
  readonly span: { readonly start: number; readonly end: number };
  /** The HTTP status; 0 if there is no response. */
  readonly status: number;
  /** The headers of the response, their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The rate limit that the headers state. */
  readonly limit?: StatedLimit | undefined;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
  /** The first characters of a body that is not JSON. */
  readonly text: string;
  /** Whether an attempt before this one failed, and may have been carried out. */
  readonly isRepeated?: true;
  /** Why there is no usable response: a network error, a timeout, a redirect. */
  readonly failure?: string;
}

/** Whether the response has a success status. */
export function isSuccess({ status }: Exchange): boolean {
  return status >= 200 && status < 300;
}

/** Describes a response that is not the expected one. */
export function describeResponse({ status, failure, json }: Exchange): string {
  if (failure !== undefined) return `failed: ${failure}`;
  const error = isObject(json) && typeof json['error'] === 'string' ? ` "${json['error'].slice(0, 100)}"` : '';
  return `returned status ${status}${error}`;
}
