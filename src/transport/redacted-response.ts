/** What may be said of an answer. */

import { redact, redactJson } from '../instrumentation/redact-token.ts';
import { bodyText, type HttpExchange, parseJson, requestId } from './exchange.ts';

/** An answer without the token, should the service have repeated it: what errors, hooks and the log are made of. */
export interface RedactedResponse {
  /** What messages request the request. */
  readonly title: string;
  /** What errors have in common. */
  readonly facts: {
    readonly status: number;
    readonly requestId: string | undefined;
    readonly method: string;
    readonly url: string;
  };
  readonly statusText: string;
  readonly headers: Headers;
  /** What the body parses to, or `undefined` where it is no JSON. */
  readonly body: unknown;
  /** The body. */
  readonly text: string;
}

/** The answer of an exchange, made fit to be shown. */
export function redactResponse(exchange: HttpExchange): RedactedResponse {
  const { request, response, token } = exchange;
  const { method, url } = request.call;
  const headers = new Headers();
  response.headers.forEach((value, name) => {
    headers.append(name, redact(value, token));
  });
  const text = bodyText(exchange);
  const body = redactJson(parseJson(text), token);
  return {
    title: request.label,
    facts: { status: response.status, requestId: requestId(headers), method, url },
    statusText: redact(response.statusText, token),
    headers,
    body,
    text: body === undefined ? redact(text, token) : JSON.stringify(body),
  };
}

/** The start of a body, on one line. */
export function excerpt(text: string): string {
  const line = text.slice(0, 1000).replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
