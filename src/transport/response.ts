import { memberOf, tagOf } from '../contract/printable.ts';
import type { Issue } from '../contract/validate.ts';
import type { FetchResponse } from '../types/fetch.ts';
import { hasNoBody } from '../wire/read-body.ts';
import { createQuoteRedact, createRedact, redactJson } from '../wire/redact-token.ts';
import type { CallState } from './call-state.ts';
import type { PreparedRequest } from './prepare-request.ts';

const decoder = new TextDecoder();

/** A successful response body. */
export interface Envelope<T> {
  readonly success: true;
  readonly data: T;
}

/** A response without the tokens, in case the service repeats them. Errors, hooks and logs are created from it. */
export interface RedactedResponse {
  /** The method and path, for messages. */
  readonly label: string;
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly requestId: string | undefined;
  readonly headers: Headers;
  /** The parsed body, or `undefined` if it is not JSON. */
  readonly body: unknown;
  readonly text: string;
}

/** A request and its response, whose body has been read. */
export class HttpExchange {
  readonly state: CallState;
  readonly response: FetchResponse;
  /** The time at which the body had arrived, in milliseconds on the clock of `performance`. */
  readonly arrivedAt = performance.now();
  readonly #body: Uint8Array<ArrayBuffer>;

  constructor(state: CallState, response: FetchResponse, body: Uint8Array<ArrayBuffer>) {
    this.state = state;
    this.response = response;
    this.#body = body;
  }

  get request(): PreparedRequest {
    return this.state.request;
  }

  get requestId(): string | undefined {
    return this.response.headers.get('x-request-id') ?? undefined;
  }

  /** Returns the parsed body, or `undefined` if it is not JSON. */
  json(): unknown {
    try {
      return JSON.parse(decoder.decode(this.#body));
    } catch {
      return undefined;
    }
  }

  /** Removes the tokens from a text. */
  redact(text: string): string {
    return this.state.redact(text);
  }

  /** Removes the tokens from issues, which may quote only the start of a token. */
  redactIssues(issues: readonly Issue[]): readonly Issue[] {
    const redact = createQuoteRedact(...this.state.tokens);
    return issues.map(({ path, message }) => ({ path: redact(path), message: redact(String(message)) }));
  }

  redacted(): RedactedResponse {
    const redact = createRedact(...this.state.tokens);
    const headers = copyHeaders(this.response, redact);
    const body = redactJson(this.json(), redact);
    return {
      label: redact(this.request.label),
      url: redact(this.request.call.url),
      status: this.response.status,
      statusText: redact(String(this.response.statusText)),
      requestId: headers.get('x-request-id') ?? undefined,
      headers,
      body,
      text: body === undefined ? redact(decoder.decode(this.#body)) : JSON.stringify(body),
    };
  }

  /** Creates a new `Response`, so that each reader has a body to read. */
  toResponse(): Response {
    const { status, statusText, url } = this.response;
    // An opaque redirect, which no program can create.
    if (status === 0) return Response.error();
    const headers = copyHeaders(this.response);
    const body = hasNoBody(status) && this.#body.length === 0 ? null : this.#body;
    let copy: Response;
    try {
      copy = new Response(body, { status, statusText, headers });
    } catch {
      // `new Response` rejects a status above 599 and a text beyond Latin-1, which services send nevertheless.
      copy = new Response(body, { headers });
      Object.defineProperties(copy, {
        status: { value: status },
        statusText: { value: statusText },
        ok: { value: isSuccess(status) },
      });
    }
    return Object.defineProperty(copy, 'url', { value: url });
  }
}

/** Copies headers. Omits those that a custom `fetch` returns although `Headers` rejects them. */
function copyHeaders({ headers }: FetchResponse, change = (value: string): string => value): Headers {
  const copy = new Headers();
  headers.forEach((value, name) => {
    try {
      copy.append(name, change(value));
    } catch {
      // Not a header.
    }
  });
  return copy;
}

/** Returns the body of a successful response, or `undefined` if it has no data of the right kind. */
export function readEnvelope<T>(exchange: HttpExchange): Envelope<T> | undefined {
  const { request, response } = exchange;
  const body = exchange.json();
  return isSuccess(response.status) && isEnvelope<T>(body) && isOfKind(body.data, request) ? body : undefined;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Whether a body has the form of a successful one. */
export function isEnvelope<T>(body: unknown): body is Envelope<T> {
  return memberOf(body, 'success') === true && memberOf(body, 'data') !== undefined;
}

/** A program would fail at the first use of a record that is a text, or of a list that is an object. */
function isOfKind(data: unknown, { kind }: PreparedRequest): boolean {
  if (kind === 'list') return Array.isArray(data);
  return kind === undefined || tagOf(data) === 'Object';
}
