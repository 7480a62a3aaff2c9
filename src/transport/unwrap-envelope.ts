import { createError } from './create-error.ts';
import { loadFailures } from './load-failures.ts';
import type { HttpExchange } from './response.ts';

/**
 * Returns the `data` of a response. Checks only that it is present; validation is a separate step.
 *
 * @throws An {@link ApiError} if the response is an error, or an {@link UnexpectedResponseError} if it has no data.
 */
export async function unwrapEnvelope<T>(exchange: HttpExchange, allowNull: boolean): Promise<T> {
  const body = exchange.json();
  if (exchange.response.status < 300 && isEnvelope<T>(body) && (allowNull || body.data !== null)) return body.data;
  const { describeResponse } = await loadFailures();
  throw createError(describeResponse(exchange));
}

function isEnvelope<T>(body: unknown): body is { success: true; data: T } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'success' in body &&
    body.success === true &&
    'data' in body &&
    body.data !== undefined
  );
}
