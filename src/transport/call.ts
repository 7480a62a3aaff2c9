import type { Settings } from '../config/settings.ts';
import { ConfigurationError, MasterDataError } from '../errors/index.ts';
import { messageOf } from '../errors/thrown-value.ts';
import { abortable } from './abort.ts';
import { type ApiCall, ApiPromise } from './api-promise.ts';
import { failWith, type PreparedRequest } from './prepare-request.ts';
import { type Envelope, type HttpExchange, readEnvelope } from './response.ts';
import { responseError } from './response-error.ts';
import { send } from './send.ts';
import { remainingTime, waitWithinTotal } from './time-limit.ts';
import { validateRequest, validateResponse } from './validation.ts';

/** A response with its data. */
export interface ParsedResponse<T> {
  readonly exchange: HttpExchange;
  readonly envelope: Envelope<T>;
}

/** A call that starts by itself, soon after it is created. */
export class Call<T> implements ApiCall<T> {
  readonly #exchange: Promise<HttpExchange>;
  readonly #onRead: ((response: ParsedResponse<T>) => void) | undefined;
  #parsed: Promise<ParsedResponse<T>> | undefined;
  #data: Promise<T> | undefined;
  /** Whether the program has asked for the response, whatever its status. */
  #isRaw = false;

  /** @param onRead Called once, if the program reads the data of the response. */
  constructor(request: PreparedRequest | MasterDataError, onRead?: (response: ParsedResponse<T>) => void) {
    this.#onRead = onRead;
    // A job, so that the program can choose `asResponse()` first. Not `queueMicrotask`, which fake timers replace.
    this.#exchange = Promise.resolve().then(() => {
      // An error that nothing handles is an unhandled rejection.
      if (!this.#isRaw) void this.parse();
      return sendCall(request);
    });
  }

  send(): Promise<HttpExchange> {
    this.#isRaw = true;
    // The program reads the status itself.
    this.#parsed?.catch(() => {});
    return this.#exchange;
  }

  /** Resolves with the response and its data. Rejects if it has none. */
  parse(): Promise<ParsedResponse<T>> {
    this.#parsed ??= this.#exchange.then(parseResponse<T>);
    return this.#parsed;
  }

  data(): Promise<T> {
    this.#data ??= this.parse().then((response) => {
      this.#onRead?.(response);
      return response.envelope.data;
    });
    return this.#data;
  }
}

/** Creates the promise of a call. */
export function requestData<T>(request: PreparedRequest | MasterDataError): ApiPromise<T> {
  return new ApiPromise<T>(new Call<T>(request));
}

/** Validates and sends a request. Resolves with the response, whatever its status. */
export async function sendCall(request: PreparedRequest | MasterDataError): Promise<HttpExchange> {
  if (request instanceof MasterDataError) throw request;
  request.startedAt = performance.now();
  try {
    request.observer = await loadObserver(request.settings);
    return await abortable(request.settings.signal, request.label, async (signal) => {
      await waitWithinTotal(request, remainingTime(request), signal, validateRequest(request));
      return send(request, signal);
    });
  } catch (error) {
    throw failWith(request, error);
  }
}

/** Returns the data of a response. Rejects with the error of a response without data of the right kind. */
export async function parseResponse<T>(exchange: HttpExchange): Promise<ParsedResponse<T>> {
  const { request } = exchange;
  try {
    const envelope = readEnvelope<T>(exchange);
    if (!envelope) throw responseError(exchange);
    const { settings, label } = request;
    // The program may read the data long after the response arrived.
    const remaining = remainingTime(request, exchange.arrivedAt);
    await abortable(settings.signal, label, (signal) =>
      waitWithinTotal(request, remaining, signal, validateResponse(exchange, envelope.data)),
    );
    return { exchange, envelope };
  } catch (error) {
    throw failWith(request, error);
  }
}

/** Each call gets an error of its own if the module of the hooks could not be loaded. */
async function loadObserver({ observer }: Settings): Promise<PreparedRequest['observer']> {
  try {
    return await observer;
  } catch (error) {
    throw new ConfigurationError(messageOf(error));
  }
}
