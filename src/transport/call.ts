import { CallState } from './call-state.ts';
import type { PreparedRequest } from './prepare-request.ts';
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
