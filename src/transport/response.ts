import type { FetchResponse } from '../types/fetch.ts';
import type { PreparedRequest } from './request.ts';

const decoder = new TextDecoder();

/** A request and its response, whose body has been read. */
export class HttpExchange {
  readonly request: PreparedRequest;
  readonly response: FetchResponse;
  readonly body: string | ArrayBuffer;
  /** The token that was sent, so that messages can omit it. */
  readonly token: string;

  constructor(request: PreparedRequest, response: FetchResponse, body: string | ArrayBuffer, token: string) {
    this.request = request;
    this.response = response;
    this.body = body;
    this.token = token;
  }

  get requestId(): string | undefined {
    return this.response.headers.get('x-request-id') ?? undefined;
  }

  text(): string {
    return typeof this.body === 'string' ? this.body : decoder.decode(this.body);
  }

  /** Returns the parsed body, or `undefined` if it is not JSON. */
  json(): unknown {
    try {
      return JSON.parse(this.text());
    } catch {
      return undefined;
    }
  }
}
