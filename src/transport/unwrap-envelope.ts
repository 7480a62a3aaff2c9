import { createError } from './create-error.ts';
import { loadOnDemand } from './load-on-demand.ts';
import type { HttpExchange } from './response.ts';

/** A successful response body. */
export interface Envelope<T> {
  readonly success: true;
  readonly data: T;
}

/**
 * Returns the envelope of a response. Checks only that it has `data`; validation is a separate step.
 *
 * @throws An {@link ApiError} if the response is an error, or an {@link UnexpectedResponseError} if it has no data.
 */
export async function unwrapEnvelope<T>(exchange: HttpExchange, allowNull: boolean | undefined): Promise<Envelope<T>> {
  const body = exchange.json();
  if (exchange.response.status < 300 && isEnvelope<T>(body) && (allowNull || body.data !== null)) return body;
  const { describeResponse } = await loadOnDemand();
  throw createError(describeResponse(exchange));
}

function isEnvelope<T>(body: unknown): body is Envelope<T> {
  // An object without these members stands for any other JSON.
  const { success, data }: { success?: unknown; data?: unknown } = Object(body);
  return success === true && data !== undefined;
}
