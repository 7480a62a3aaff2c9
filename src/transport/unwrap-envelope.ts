import { tagOf } from '../errors/preview.ts';
import { createError } from './create-error.ts';
import { loadOnDemand } from './load-on-demand.ts';
import type { HttpExchange } from './response.ts';

/** The kind of data that an operation returns. */
export type DataKind = 'record' | 'list';

/** A successful response body. */
export interface Envelope<T> {
  readonly success: true;
  readonly data: T;
}

/**
 * Returns the envelope of a response. Checks only that it has data of the right kind; validation is a separate step.
 *
 * @throws An {@link ApiError} if the response is an error, or an {@link UnexpectedResponseError} otherwise.
 */
export async function unwrapEnvelope<T>(exchange: HttpExchange, kind: DataKind | undefined): Promise<Envelope<T>> {
  const body = exchange.json();
  if (exchange.response.status < 300 && isEnvelope<T>(body) && isOfKind(body.data, kind)) return body;
  const { describeResponse } = await loadOnDemand();
  throw createError(describeResponse(exchange, kind));
}

/** A program would fail at the first use of a record that is a text, or of a list that is an object. */
function isOfKind(data: unknown, kind: DataKind | undefined): boolean {
  if (kind === 'list') return Array.isArray(data);
  return kind === undefined || tagOf(data) === 'Object';
}

function isEnvelope<T>(body: unknown): body is Envelope<T> {
  // An object without these members stands for any other JSON.
  const { success, data }: { success?: unknown; data?: unknown } = Object(body);
  return success === true && data !== undefined;
}
