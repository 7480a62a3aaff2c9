import * as z from 'zod/mini';
import { hasNoBody } from '../../../src/wire/read-body.ts';
import { json, type MockResponse } from '../../shared/http-messages.ts';
import { parseOptions } from '../../shared/parse-options.ts';
import type { ConnectionFailure, StatusFault } from './fault-kinds.ts';
import { statusEffect } from './fault-schema.ts';

/** The failure that a fault causes. */
export type FaultEffect =
  | { readonly kind: 'status'; readonly response: MockResponse }
  | { readonly kind: ConnectionFailure };

/** Changes of a response that a fault holds. Omitted parts stay. */
export interface ResponseEdit {
  /** The status, from 200 to 599. */
  readonly status?: number | undefined;
  /** The body: a string is sent as text, other values as JSON. */
  readonly body?: unknown;
  /** Headers to set. Headers that the mock sets itself, for example `content-length`, are ignored. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export const responseEditSchema = z.strictObject({
  status: z.optional(statusEffect.status),
  body: statusEffect.body,
  headers: statusEffect.headers,
});

/**
 * Headers that describe how a body was sent. Copied from a real response, they would contradict the response that the
 * mock sends.
 */
const framingHeaders = [
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Returns the response of a fault. */
export function responseOf({ status, body, headers: given }: Pick<StatusFault, 'status' | 'body' | 'headers'>) {
  const content = body === undefined ? { success: false, error: `Injected fault: status ${status}` } : body;
  return withBody(status, content, readHeaders(given));
}

/** The connection was dropped before there was a response. Only the journal shows it. */
export const noResponse: MockResponse = { status: 0, headers: {}, body: '', connection: 'dropped' };

/** Returns a response with an injected fault. */
export function applyFault(
  { effect }: { readonly effect: FaultEffect | undefined },
  response: MockResponse,
): MockResponse {
  switch (effect?.kind) {
    case 'status':
      return effect.response;
    case 'drop-connection':
    case 'drop-response':
      return { ...response, connection: 'dropped' };
    case 'truncate-response':
      return { ...response, connection: 'truncated' };
    case 'invalid-json':
      // Not only a character too many at the end, which a parser of a stream accepts.
      return { ...response, body: `${response.body.slice(0, -1)}<` };
    case undefined:
      return response;
  }
}

/**
 * Returns a response with changes.
 *
 * @throws A TypeError if a part is not valid, or if there is a body for a status without one.
 */
export function editResponse(original: MockResponse, edit: ResponseEdit): MockResponse {
  const { status = original.status, body, headers } = parseOptions(responseEditSchema, edit, 'response');
  if (body !== undefined && hasNoBody(status)) {
    throw new TypeError(`response.body: must be absent, since responses with the status ${status} have no body`);
  }
  const { 'content-type': type, ...others } = original.headers;
  const set = readHeaders(headers);
  if (body !== undefined) return { ...original, ...withBody(status, body, { ...others, ...set }) };
  if (hasNoBody(status)) return { ...original, status, headers: { ...others, ...set }, body: '' };
  return { ...original, status, headers: { ...original.headers, ...set } };
}

function withBody(status: number, body: unknown, headers: MockResponse['headers']): MockResponse {
  if (hasNoBody(status)) return { status, headers, body: '' };
  if (typeof body !== 'string') return json(status, body, headers);
  return { status, headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers }, body };
}

function readHeaders(given: Readonly<Record<string, string>> | undefined): MockResponse['headers'] {
  return Object.fromEntries([...new Headers(given)].filter(([name]) => !framingHeaders.includes(name)));
}
