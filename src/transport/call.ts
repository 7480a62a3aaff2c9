import type { Settings } from '../config/settings.ts';
import { ConfigurationError, MasterDataError } from '../errors/index.ts';
import { messageOf } from '../errors/thrown-value.ts';
import { abortable } from './abort.ts';
import { ApiPromise } from './api-promise.ts';
import { failWith, type PreparedRequest } from './prepare-request.ts';
import { type Envelope, type HttpExchange, readEnvelope } from './response.ts';
import { responseError } from './response-error.ts';
import { send } from './send.ts';
import { validateRequest, validateResponse } from './validation.ts';

/** Creates the promise of a call, which is sent on first use. */
export function requestData<T>(request: PreparedRequest | MasterDataError): ApiPromise<T> {
  return new ApiPromise<T>({
    send: () => sendCall(request),
    parse: async (exchange) => (await parseResponse<T>(exchange)).data,
  });
}

/** Validates and sends a request. Resolves with the response, whatever its status. */
export async function sendCall(request: PreparedRequest | MasterDataError): Promise<HttpExchange> {
  if (request instanceof MasterDataError) throw request;
  request.startedAt = performance.now();
  try {
    request.observer = await loadObserver(request.settings);
    return await abortable(request.settings.signal, request.label, async (signal) => {
      await validateRequest(request);
      return send(request, signal);
    });
  } catch (error) {
    throw failWith(request, error);
  }
}

/** Returns the envelope of a response. Rejects with the error of a response without data of the right kind. */
export async function parseResponse<T>(exchange: HttpExchange): Promise<Envelope<T>> {
  try {
    const envelope = readEnvelope<T>(exchange);
    if (!envelope) throw responseError(exchange);
    await validateResponse(exchange, envelope.data);
    return envelope;
  } catch (error) {
    throw failWith(exchange.request, error);
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
