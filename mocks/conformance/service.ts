import { fieldsOf } from '../../src/contract/describe-schema.ts';
import { findOperation, type OperationName } from '../../src/contract/operations.ts';
import { findLink } from '../../src/wire/link-header.ts';
import { isObject } from '../shared/json.ts';
import { NotRunError } from './errors.ts';
import { type Call, describeResponse, type Exchange, isSuccess, type TokenName } from './exchange.ts';
import { dataOf, type Json, objectsIn, textOf } from './json.ts';
import { describeExcluded, isIncluded, type Params, pathOf, type ResourceName } from './operations.ts';
import type { ExchangeListener, RequestSender } from './request-sender.ts';

/** A request to an operation. */
export interface CallOptions {
  readonly params?: Params;
  readonly query?: Readonly<Record<string, string>>;
  /** The JSON body, with flat bracketed keys. */
  readonly body?: unknown;
  /** Whether the body may have values of a record that the run did not create. */
  readonly hasRecordValues?: boolean;
  readonly token?: TokenName;
  /** Returns another body for a repetition. */
  readonly renew?: () => unknown;
  /** Whether the call is valid, so that an error response is a difference. */
  readonly isValid?: boolean;
}

/** A record with the response that it comes from. */
export interface Received {
  /** The id of the record; empty if the server returns none. */
  readonly id: string;
  readonly record: Json;
  readonly exchange: Exchange;
}

/** All records of a list. */
export interface List {
  readonly records: readonly Json[];
  /** The response with the first page. */
  readonly exchange: Exchange;
  /** Whether a page is missing: the server has more of them than the kit reads, or one of them failed. */
  readonly isTruncated: boolean;
}

/** Pages of a list that the kit reads. */
const maxPages = 50;

/** Options of a {@link Service}. */
interface ServiceOptions {
  /** Called before each update. */
  readonly protect?: (operation: OperationName, id: string) => Promise<void>;
  /** The token of calls that name none. Default `main`. */
  readonly token?: TokenName;
  /** Gets the responses. */
  readonly listener?: ExchangeListener;
  /** The resources whose operations may be called. Default all. */
  readonly only?: readonly ResourceName[] | undefined;
}

/** The operations of a server. */
export class Service {
  readonly sender: RequestSender;
  readonly #options: ServiceOptions;

  constructor(sender: RequestSender, options: ServiceOptions = {}) {
    this.sender = sender;
    this.#options = options;
  }

  /** Returns the operations with other options. */
  with(options: ServiceOptions): Service {
    return new Service(this.sender, { ...this.#options, ...options });
  }

  /** Whether an operation may be called. */
  readonly includes = (operation: OperationName): boolean => isIncluded(operation, this.#options.only);

  /** Throws a {@link NotRunError} if an operation may not be called. */
  assertIncluded(operation: OperationName): void {
    if (!this.includes(operation)) throw new NotRunError(describeExcluded(operation));
  }

  /** Calls an operation. Throws a {@link NotRunError} if it may not be called. */
  async call(operation: OperationName, options: CallOptions = {}): Promise<Exchange> {
    const { params, query, ...rest } = options;
    const { protect, token = 'main' } = this.#options;
    this.assertIncluded(operation);
    await protect?.(operation, params?.['id'] ?? '');
    const search = query ? `?${new URLSearchParams(query)}` : '';
    return await this.#send({
      operation,
      method: findOperation(operation).method,
      url: pathOf(operation, params) + search,
      token,
      ...rest,
    });
  }

  /** Sends a request that is not an operation of the contract. */
  request(call: Omit<Call, 'operation'>): Promise<Exchange> {
    return this.#send({ ...call, operation: undefined });
  }

  /** Makes a valid call that returns a record. Throws a {@link NotRunError} if it returns anything else. */
  async record(operation: OperationName, options: CallOptions = {}): Promise<Received> {
    const exchange = await this.call(operation, { isValid: true, ...options });
    const record = dataOf(exchange.json);
    if (!isSuccess(exchange) || !isObject(record)) throw new NotRunError(`${operation} ${describeResponse(exchange)}`);
    return { id: textOf(record, 'id'), record, exchange };
  }

  /** Reads a record. */
  async get(operation: OperationName, id: string): Promise<Json> {
    return (await this.record(operation, { params: { id } })).record;
  }

  /** Reads a list with all its pages. Throws a {@link NotRunError} if the response is not a list. */
  async list(operation: OperationName, options: CallOptions = {}): Promise<List> {
    const exchange = await this.call(operation, { isValid: true, ...options });
    if (!isSuccess(exchange) || !Array.isArray(dataOf(exchange.json)))
      throw new NotRunError(`${operation} ${describeResponse(exchange)}`);
    return await this.readPages(exchange);
  }

  /** Returns the records of a list, and reads its pages after the first. */
  async readPages(exchange: Exchange): Promise<List> {
    const records = objectsIn(dataOf(exchange.json));
    let next = nextUrl(exchange);
    for (let page = 1; next !== undefined; page += 1) {
      const following = page < maxPages ? await this.#send({ ...exchange.call, url: next }) : undefined;
      if (!following || !isSuccess(following)) return { records, exchange, isTruncated: true };
      records.push(...objectsIn(dataOf(following.json)));
      next = nextUrl(following);
    }
    return { records, exchange, isTruncated: false };
  }

  /** Throws a {@link NotRunError} if the server asks for a longer wait than the kit accepts: that says nothing else. */
  async #send(call: Call): Promise<Exchange> {
    const exchange = await this.sender.send(call, this.#options.listener);
    if (exchange.status === 429) {
      throw new NotRunError(`the rate limit is reached: ${call.operation ?? call.url} ${describeResponse(exchange)}`);
    }
    return exchange;
  }
}

/** Returns the names of the fields that the contract shows in the responses of an operation. */
export function responseFields(operation: OperationName): string[] {
  return Object.keys(fieldsOf(findOperation(operation).response));
}

/** Returns path and query of the next page, from the header `Link: <…>; rel="next"`. */
export function nextUrl({ call, headers }: Exchange): string | undefined {
  if (call.method !== 'GET') return undefined;
  const url = `http://service${call.url}`;
  const link = findLink(headers['link'], 'next', url);
  if (link === undefined || !URL.canParse(link, url)) return undefined;
  const { pathname, search } = new URL(link, url);
  // Only path and query: a page of another origin is never requested, and a prefix of the base URL is added again.
  const start = pathname.lastIndexOf('/api/');
  return start === -1 ? undefined : pathname.slice(start) + search;
}
