/** From a call of a method to the data of its answer. */
import { ApiPromise } from '../api-promise.ts';
import type { Issue } from '../contract/check.ts';
import type { Method } from '../contract/routes.ts';
import { InvalidRequestError } from '../errors.ts';
import type { ClientOptions, RequestOptions, Schema, ValidationMode } from '../options.ts';
import { abortable } from './abort.ts';
import { summary } from './classify.ts';
import { openEnvelope, unexpectedData } from './envelope.ts';
import type { Exchange } from './exchange.ts';
import { perform } from './perform.ts';
import { clientSettings, requestSettings, type Settings } from './settings.ts';
import { type Query, queryString } from './url.ts';

/** A call, before it is put into the form that the wire wants. */
export interface Call {
  /** The operation, such as `products.update`, or the method and path where it has no name. */
  readonly name: string;
  readonly method: Method | 'PUT';
  /** The path; throws where it cannot be made. */
  path(): string;
  readonly query?: Query | undefined;
  /** The body as the SDK writes it. */
  readonly body?: unknown;
  /** The body as the wire has it, where that is something else. */
  readonly encode?: (body: object) => unknown;
  /** What the data is to be held against, where it is not the contract. */
  readonly schema?: Schema | undefined;
}

/** Sends calls with the settings of one client. */
export class Transport {
  readonly #settings: Settings;
  /** The differences from the contract that were logged, so that each is once. */
  readonly #reported = new Set<string>();

  constructor(options: ClientOptions) {
    this.#settings = clientSettings(options);
  }

  /** Errors show the stack from the caller of `method`. */
  call<T>(call: Call, options: RequestOptions | undefined, method: (...parameters: never) => unknown): ApiPromise<T> {
    return new ApiPromise<T>(
      {
        send: () => this.#send(call, options),
        open: (exchange) => this.#open(call, exchange, options),
      },
      method,
    );
  }

  async #send(call: Call, options: RequestOptions | undefined): Promise<Exchange> {
    const settings = requestSettings(this.#settings, options);
    const { name, method, query, body, encode } = call;
    const path = call.path();
    const wireBody: unknown = encode && typeof body === 'object' && body !== null ? encode(body) : body;
    const request = {
      method,
      path,
      url: settings.baseUrl + path,
      search: queryString(query),
      body: wireBody === undefined ? undefined : JSON.stringify(wireBody),
    };
    return abortable(options?.signal, `${method} ${path}`, async (signal) => {
      const issues = await this.#check(settings.requests, name, 'the request', async () => {
        const { requestIssues } = await import('./contract-check.ts');
        return requestIssues(name, body, query);
      });
      if (issues.length) {
        throw new InvalidRequestError(`${name} was not sent: ${summary(issues)}`, issues);
      }
      return perform(request, settings, signal);
    });
  }

  async #open<T>({ name, schema }: Call, exchange: Exchange, options: RequestOptions | undefined): Promise<T> {
    const data = openEnvelope<T>(exchange);
    const mode = options?.validation?.responses ?? this.#settings.responses;
    const issues = await this.#check(mode, name, 'the answer', async () => {
      const { responseIssues } = await import('./contract-check.ts');
      return responseIssues(name, data, schema);
    });
    if (issues.length) throw unexpectedData(exchange, issues);
    return data;
  }

  /** The issues to throw for; those to warn of are logged, each once for an operation and a field. */
  async #check(
    mode: ValidationMode,
    operation: string,
    subject: string,
    find: () => Promise<readonly Issue[]>,
  ): Promise<readonly Issue[]> {
    if (mode === 'off') return [];
    if (mode === 'throw') return find();
    try {
      for (const { path, message } of await find()) {
        // One line for a list, not one for each of its records.
        const key = `${operation}: ${subject} differs from the contract at ${path.replace(/(?<=^|\.)\d+(?=\.|$)/g, '*') || 'its top'}`;
        if (this.#reported.has(key)) continue;
        this.#reported.add(key);
        this.#settings.logger.warn(`${key}: ${message}`);
      }
    } catch (error) {
      // The module of the checks did not load, or a schema threw: no reason to withhold the data.
      this.#settings.logger.warn(`${operation}: ${subject} could not be checked: ${String(error)}`);
    }
    return [];
  }
}
