import { type ApiCall, ApiPromise } from './api-promise.ts';
import { CallState } from './call-state.ts';
import { asInvalidRequest, type CallSite, type PreparedRequest, showCallSite } from './prepare-request.ts';
import { type Envelope, type HttpExchange, readEnvelope } from './response.ts';
import { responseError } from './response-error.ts';
import { send } from './send.ts';
import { abortable, remainingTime, waitWithinTotal } from './time-limit.ts';
import { validateRequest, validateResponse } from './validate-call.ts';

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
  constructor(request: Promise<PreparedRequest>, callSite: CallSite, onRead?: (response: ParsedResponse<T>) => void) {
    this.#onRead = onRead;
    this.#exchange = this.#start(request, callSite);
  }

  async #start(prepared: Promise<PreparedRequest>, callSite: CallSite): Promise<HttpExchange> {
    let request: PreparedRequest;
    try {
      // The program can choose `asResponse()` first. Not `queueMicrotask`, which fake timers replace.
      request = await prepared;
    } catch (error) {
      const failure = asInvalidRequest(error, 'the request');
      showCallSite(failure, callSite);
      throw failure;
    } finally {
      // Even if the program never awaits the call: an error that nothing handles is an unhandled rejection.
      if (!this.#isRaw) void this.parse();
    }
    return sendCall(request);
  }

  exchange(): Promise<HttpExchange> {
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
export function requestData<T>(request: Promise<PreparedRequest>, callSite: CallSite): ApiPromise<T> {
  return new ApiPromise<T>(new Call<T>(request, callSite));
}

/**
 * Validates and sends a request. Resolves with the response, whatever its status.
 *
 * @param tokens The tokens of the earlier pages of a list.
 */
export async function sendCall(request: PreparedRequest, tokens?: ReadonlySet<string>): Promise<HttpExchange> {
  const { settings, label } = request;
  const state = new CallState(request, tokens);
  try {
    state.observer = await settings.observer;
    return await abortable(settings.signal, label, async (signal) => {
      await waitWithinTotal(state, remainingTime(state), signal, validateRequest(request));
      return send(state, signal);
    });
  } catch (error) {
    throw state.fail(error);
  }
}

/** Returns the data of a response. Rejects with the error of a response without data of the right kind. */
export async function parseResponse<T>(exchange: HttpExchange): Promise<ParsedResponse<T>> {
  const { state, arrivedAt } = exchange;
  const { settings, label } = state.request;
  try {
    const envelope = readEnvelope<T>(exchange);
    if (!envelope) throw responseError(exchange);
    // The program may read the data long after the response arrived.
    const remaining = remainingTime(state, arrivedAt);
    await abortable(settings.signal, label, (signal) =>
      waitWithinTotal(state, remaining, signal, validateResponse(exchange, envelope.data)),
    );
    return { exchange, envelope };
  } catch (error) {
    throw state.fail(error);
  }
}
