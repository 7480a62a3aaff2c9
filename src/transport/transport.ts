/** From a request of a method to the data of its answer. */

import { resolveClientSettings, resolveRequestSettings, type Settings } from '../config/settings.ts';
import type { Method } from '../contract/routes.ts';
import type { Issue } from '../contract/validate.ts';
import { InvalidRequestError, MasterDataError } from '../errors/index.ts';
import { redactJson } from '../instrumentation/redact-token.ts';
import type { ClientOptions, RequestOptions, StandardSchema, ValidationMode } from '../types/options.ts';
import { abortable } from './abort.ts';
import { ApiPromise } from './api-promise.ts';
import type * as ContractCheck from './contract-validation.ts';
import { formatIssues } from './create-api-error.ts';
import type { HttpExchange, PreparedRequest } from './exchange.ts';
import { sendWithRetries } from './send-with-retries.ts';
import { invalidDataError, unwrapEnvelope } from './unwrap-envelope.ts';
import { type Query, queryString } from './url.ts';

/** A request, before it is put into the form that the wire wants. */
export interface RequestSpec {
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
  readonly schema?: StandardSchema | undefined;
}

/** Kept, as `import` is slow even for what is loaded. */
let contractCheck: Promise<typeof ContractCheck> | undefined;

/** Sends calls with the settings of one client. */
export class Transport {
  readonly #settings: Settings;
  /** The differences from the contract that were logged, so that each is once. */
  readonly #reported = new Set<string>();

  constructor(options: ClientOptions) {
    this.#settings = resolveClientSettings(options);
  }

  /** Errors show the stack from the caller of `method`. */
  request<T>(
    call: RequestSpec,
    options: RequestOptions | undefined,
    method: (...parameters: never) => unknown,
  ): ApiPromise<T> {
    return new ApiPromise<T>(
      {
        send: () => this.#send(call, options),
        parse: (exchange) => this.#open(call, exchange, options),
      },
      method,
    );
  }

  async #send(call: RequestSpec, options: RequestOptions | undefined): Promise<HttpExchange> {
    const settings = resolveRequestSettings(this.#settings, options);
    const { name, method, query, body, encode } = call;
    const path = call.path();
    const wireBody: unknown = encode && typeof body === 'object' && body !== null ? encode(body) : body;
    const label = `${method} ${path}`;
    const request: PreparedRequest = {
      label,
      call: Object.freeze({ operation: name, method, path, url: settings.baseUrl + path }),
      search: queryString(query),
      body: JSON.stringify(wireBody) ?? '',
      start: performance.now(),
      attempts: 0,
      watch: await settings.watch,
    };
    try {
      return await abortable(options?.signal, label, async (signal) => {
        const issues = await this.#check(settings.requests, name, 'the request', (contract) =>
          contract.validateRequest(name, body, query),
        );
        if (issues.length) throw new InvalidRequestError(`${name} was not sent: ${formatIssues(issues)}`, issues);
        return sendWithRetries(request, settings, signal);
      });
    } catch (error) {
      throw this.#rejecting(request, error);
    }
  }

  async #open<T>(
    { name, schema }: RequestSpec,
    exchange: HttpExchange,
    options: RequestOptions | undefined,
  ): Promise<T> {
    try {
      const data = unwrapEnvelope<T>(exchange);
      const mode = options?.validation?.responses ?? this.#settings.responses;
      const issues = await this.#check(mode, name, 'the answer', (contract) =>
        contract.validateResponse(name, data, () => redactJson(data, exchange.token), schema),
      );
      if (issues.length) throw invalidDataError(exchange, issues);
      return data;
    } catch (error) {
      throw this.#rejecting(exchange.request, error);
    }
  }

  #rejecting(request: PreparedRequest, error: unknown): unknown {
    if (error instanceof MasterDataError) request.watch?.onError(request, this.#settings, error);
    return error;
  }

  /** The issues to throw for; those to warn of are logged. */
  async #check(
    mode: ValidationMode,
    operation: string,
    subject: string,
    find: (contract: typeof ContractCheck) => readonly Issue[] | Promise<readonly Issue[]>,
  ): Promise<readonly Issue[]> {
    const { warn } = this.#settings.log;
    // What no one reads need not be found.
    if (mode === 'off' || (mode === 'warn' && !warn)) return [];
    try {
      contractCheck ??= import('./contract-validation.ts');
      const contract = await contractCheck;
      const issues = await find(contract);
      if (mode === 'throw') return issues;
      for (const line of contract.formatNewIssues(operation, subject, issues, this.#reported)) warn?.(line);
    } catch (error) {
      contractCheck = undefined;
      if (mode === 'throw') throw error;
      // The module of the checks did not load, or a schema threw: no reason to withhold the data.
      warn?.(`${operation}: ${subject} could not be checked: ${String(error)}`);
    }
    return [];
  }
}
