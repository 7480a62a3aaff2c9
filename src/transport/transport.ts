import { resolveUrl } from '../config/base-url.ts';
import { mergeOptions, resolveClientSettings, resolveRequestSettings, type Settings } from '../config/settings.ts';
import type { Method } from '../contract/routes.ts';
import type { Issue } from '../contract/validate.ts';
import { ConfigurationError, InvalidRequestError, MasterDataError } from '../errors/index.ts';
import type { ClientOptions, RequestOptions, ValidationMode } from '../types/options.ts';
import type { StandardSchema } from '../types/standard-schema.ts';
import { abortable } from './abort.ts';
import { ApiPromise } from './api-promise.ts';
import type * as ContractValidation from './contract-validation.ts';
import { createError } from './create-error.ts';
import { ListPromise } from './list-promise.ts';
import { loadOnDemand } from './load-on-demand.ts';
import type { Page, PageSteps } from './pages.ts';
import type { PreparedRequest } from './request.ts';
import type { HttpExchange } from './response.ts';
import { send } from './send.ts';
import { checkBody, toJson } from './to-json.ts';
import { type DataKind, unwrapEnvelope } from './unwrap-envelope.ts';
import { queryString } from './url.ts';

/** A request before it is encoded for the wire. */
export interface RequestSpec {
  /** The operation, for example `products.update`, or method and path if it has no name. */
  readonly name: string;
  readonly method: Method | 'PUT';
  /** The path with placeholders, as hooks see it. */
  readonly route: string;
  /** Returns the path; throws if it cannot be built. */
  path(): string;
  readonly query?: object | undefined;
  /** Replaces path and query if the request is for a later page of a list. */
  readonly page?: Page;
  /** The body as the SDK writes it. */
  readonly body?: unknown;
  /** Encodes a body with groups for the wire. */
  readonly encode?: (body: object) => unknown;
  /** Replaces the contract in the validation of the data. */
  readonly schema?: StandardSchema | undefined;
  /** The kind of data that the response must have. Default: any data, even `null`. */
  readonly kind?: DataKind;
}

/** Cached, because `import()` is slow even for a loaded module. */
let contractValidation: Promise<typeof ContractValidation> | undefined;

/** Sends requests with the settings of one client. */
export class Transport {
  readonly #settings: Settings;
  /** The issues that were logged, so that each is logged once. */
  readonly #reported: Set<string>;

  constructor(options: ClientOptions, parent?: Settings, reported = new Set<string>()) {
    this.#settings = resolveClientSettings(options, parent);
    this.#reported = reported;
    loadOnDemand().catch(() => {}); // Loads again when it is needed.
  }

  /** Creates a transport with other options that shares the tokens of this one. */
  withOptions(options: ClientOptions): Transport {
    return new Transport(mergeOptions(this.#settings, options), this.#settings, this.#reported);
  }

  /** Sends a request. The stack of an error starts at the caller of `method`. */
  request<T>(
    spec: RequestSpec,
    options: RequestOptions | undefined,
    method: (...parameters: never) => unknown,
  ): ApiPromise<T> {
    return new ApiPromise<T>(
      {
        send: () => this.#send(spec, options),
        parse: (exchange) => this.#parse(spec, exchange),
      },
      method,
    );
  }

  /** Like `request`, for a list that may have several pages. */
  list<T>(
    spec: RequestSpec,
    options: RequestOptions | undefined,
    method: (...parameters: never) => unknown,
  ): ListPromise<T> {
    let first: Promise<HttpExchange> | undefined;
    const steps: PageSteps<T> = {
      first: () => (first ??= this.#send(spec, options)),
      next: (page) => this.#send({ ...spec, page }, options),
      parse: (exchange, inspect) => this.#parse(spec, exchange, inspect),
      error: (request, parts) => reported(request, createError(parts)),
      warn: (message) => this.#settings.log.warn?.(message, { operation: spec.name }),
    };
    return new ListPromise<T>(
      {
        send: steps.first,
        parse: (exchange) =>
          steps.parse(exchange, (envelope, records) => this.#warnIfIncomplete(spec.name, exchange, envelope, records)),
      },
      method,
      async function* () {
        const { readPages } = await loadOnDemand();
        yield* readPages(spec.name, steps);
      },
    );
  }

  /** A truncated list is never silent. */
  async #warnIfIncomplete(
    operation: string,
    exchange: HttpExchange,
    envelope: object,
    records: readonly unknown[],
  ): Promise<void> {
    const { warn } = this.#settings.log;
    if (!warn || (Object.keys(envelope).length === 2 && !exchange.response.headers.get('link'))) return;
    const { describeIncomplete } = await loadOnDemand();
    const message = describeIncomplete(operation, exchange, envelope, records.length);
    if (message) warn(message, { operation });
  }

  async #send(spec: RequestSpec, options: RequestOptions | undefined): Promise<HttpExchange> {
    const { name, body } = spec;
    const { request, settings, query } = await prepare(spec, this.#settings, options);
    try {
      return await abortable(options?.signal, request.label, async (signal) => {
        const issues = await this.#validate(settings.requestValidation, name, 'request', (contract) =>
          contract.validateRequest(name, body, query),
        );
        if (issues.length) {
          const { formatIssues } = await loadOnDemand();
          throw new InvalidRequestError(`${name} was not sent: ${formatIssues(issues)}`, issues);
        }
        return send(request, settings, signal);
      });
    } catch (error) {
      throw reported(request, error);
    }
  }

  async #parse<T>(
    spec: RequestSpec,
    exchange: HttpExchange,
    inspect?: (envelope: object, data: T) => void | Promise<void>,
  ): Promise<T> {
    try {
      const envelope = await unwrapEnvelope<T>(exchange, spec.kind);
      const { data } = envelope;
      const issues = await this.#validate(exchange.request.responseValidation, spec.name, 'response', (contract) =>
        contract.validateResponse(spec, exchange, data),
      );
      if (issues.length) {
        const { describeInvalidData } = await loadOnDemand();
        throw createError(describeInvalidData(exchange, issues));
      }
      await inspect?.(envelope, data);
      return data;
    } catch (error) {
      throw reported(exchange.request, error);
    }
  }

  /** Validates with the given mode. Returns the issues to throw, and logs the issues to warn of. */
  async #validate(
    mode: ValidationMode,
    operation: string,
    subject: 'request' | 'response',
    find: (contract: typeof ContractValidation) => readonly Issue[] | Promise<readonly Issue[]>,
  ): Promise<readonly Issue[]> {
    const { warn } = this.#settings.log;
    if (mode === 'off' || (mode === 'warn' && !warn)) return [];
    try {
      contractValidation ??= import('./contract-validation.ts');
      const contract = await contractValidation;
      const issues = await find(contract);
      if (mode === 'throw') return issues;
      for (const line of contract.formatNewIssues(operation, subject, issues, this.#reported))
        warn?.(line, { operation });
    } catch (error) {
      contractValidation = undefined;
      const message = `${operation}: the ${subject} could not be validated: ${messageOf(error)}`;
      // The module did not load, or a schema threw an error. Do not withhold the data for that.
      if (mode === 'throw') throw new ConfigurationError(message);
      warn?.(message, { operation });
    }
    return [];
  }
}

/** Encodes a request. Rejects a body that JSON cannot represent, because the service would store other data. */
async function prepare(spec: RequestSpec, defaults: Settings, options: RequestOptions | undefined) {
  const { name, method, route, page, body, encode } = spec;
  try {
    const settings = resolveRequestSettings(defaults, options);
    const query = { ...spec.query };
    const path = page?.path ?? spec.path();
    if (method === 'GET' && body !== undefined) {
      throw new ConfigurationError(`${name}: a GET request cannot have a body. Pass a query instead.`);
    }
    const wireBody: unknown = encode ? encode(checkBody(name, body)) : body;
    const request: PreparedRequest = {
      label: `${method} ${path}`,
      call: Object.freeze({
        operation: name,
        method,
        route,
        path,
        url: page?.url ?? resolveUrl(settings.baseUrl + path),
      }),
      search: page?.search ?? queryString(query),
      body: toJson(name, wireBody, encode !== undefined),
      startedAt: performance.now(),
      responseValidation: settings.responseValidation,
      observer: await settings.observer,
      attempts: 0,
    };
    return { request, settings, query };
  } catch (error) {
    if (error instanceof MasterDataError) throw error;
    // For example, a getter or a `toJSON` threw an error, or the body is nested too deeply.
    throw new InvalidRequestError(`${name} was not sent: ${messageOf(error)}`);
  }
}

/** Reports an error to `onError`. */
function reported(request: PreparedRequest, error: unknown): MasterDataError {
  const failure =
    error instanceof MasterDataError ? error : new MasterDataError(`${request.label} failed: ${messageOf(error)}`);
  request.observer?.onError(request, failure);
  return failure;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : typeof error;
}
