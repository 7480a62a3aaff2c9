import { createRedact, redactJson } from '../instrumentation/redact-token.ts';
import type { HttpExchange } from './response.ts';

/** A response without the token, in case the service repeats it. Errors, hooks and logs are created from it. */
export interface RedactedResponse {
  /** The fields that all errors of a response have. */
  readonly fields: {
    readonly status: number;
    readonly requestId: string | undefined;
    readonly method: string;
    readonly url: string;
  };
  readonly statusText: string;
  readonly headers: Headers;
  /** The parsed body, or `undefined` if it is not JSON. */
  readonly body: unknown;
  readonly text: string;
}

export function redactResponse(exchange: HttpExchange): RedactedResponse {
  const { request, response, token } = exchange;
  const { method, url } = request.call;
  const redact = createRedact(token);
  const headers = new Headers();
  response.headers.forEach((value, name) => {
    headers.append(name, redact(value));
  });
  const body = redactJson(exchange.json(), redact);
  return {
    fields: { status: response.status, requestId: headers.get('x-request-id') ?? undefined, method, url },
    statusText: redact(response.statusText),
    headers,
    body,
    text: body === undefined ? redact(exchange.text()) : JSON.stringify(body),
  };
}

/** Returns data without the token, for messages that show values. */
export function redactedData(data: unknown, token: string): unknown {
  return redactJson(data, createRedact(token));
}

/** Returns the start of a body on one line. */
export function excerpt(text: string): string {
  const line = text.slice(0, 1000).replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
