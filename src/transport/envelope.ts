/** Opens the envelope of an answer: its data, or the error that it is. */
import type { Issue } from '../contract/check.ts';
import { UnexpectedResponseError } from '../errors.ts';
import { isErrorBody, summary, toApiError } from './classify.ts';
import { type Exchange, excerpt, redact, requestId, toText } from './exchange.ts';

/**
 * The `data` of an answer, as it came.
 *
 * @throws the {@link ApiError} that it is, or an {@link UnexpectedResponseError} where it is neither.
 */
export function openEnvelope<T>(exchange: Exchange): T {
  const { status } = exchange.response;
  const text = toText(exchange);
  if (status < 300) {
    const body = parse(text);
    if (isEnvelope<T>(body)) return body.data;
  }
  const safe = redact(text, exchange.token);
  const body = parse(safe);
  if (status >= 400 || isErrorBody(body) || isRefusal(body)) throw toApiError(exchange, safe, body);
  throw unexpected(exchange, safe);
}

/** The error for an answer that is not what the service answers. */
function unexpected(exchange: Exchange, text: string): UnexpectedResponseError {
  const { status, headers } = exchange.response;
  const location = status < 400 && headers.get('location');
  const came = text ? `${headers.get('content-type') ?? 'no content type'}: ${excerpt(text)}` : 'an empty body';
  return unexpectedResponse(
    exchange,
    location
      ? `a redirect to ${location}, which is followed for a GET alone: correct the base URL`
      : `expected JSON { success: true, data }, received ${came}`,
    text,
  );
}

/** The error for data that differs from the contract. */
export function unexpectedData(exchange: Exchange, issues: readonly Issue[]): UnexpectedResponseError {
  const text = redact(toText(exchange), exchange.token);
  return unexpectedResponse(exchange, `the data differs from the contract: ${summary(issues)}`, text, issues);
}

function unexpectedResponse(
  exchange: Exchange,
  problem: string,
  text: string,
  issues: readonly Issue[] = [],
): UnexpectedResponseError {
  const { method, url, path } = exchange.request;
  const { status, headers } = exchange.response;
  return new UnexpectedResponseError(`${method} ${path} answered ${status}: ${problem}`, {
    status,
    contentType: headers.get('content-type') ?? undefined,
    body: excerpt(text),
    issues,
    requestId: requestId(exchange),
    method,
    url,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Says of the data only that it is there: whether it is what the contract says is asked separately. */
function isEnvelope<T>(body: unknown): body is { success: true; data: T } {
  return typeof body === 'object' && body !== null && 'data' in body && 'success' in body && body.success === true;
}

function isRefusal(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false;
}
