/** Opens the envelope of an answer: its data, or the error that it is. */
import type { Issue } from '../contract/validate.ts';
import { UnexpectedResponseError } from '../errors/index.ts';
import { createApiError, formatIssues, isErrorBody } from './create-api-error.ts';
import { asRecord, bodyText, type HttpExchange, parseJson } from './exchange.ts';
import { excerpt, type RedactedResponse, redactResponse } from './redacted-response.ts';

/**
 * The `data` of an answer, as it came.
 *
 * @throws the {@link ApiError} that it is, or an {@link UnexpectedResponseError} where it is neither.
 */
export function unwrapEnvelope<T>(exchange: HttpExchange): T {
  const { status } = exchange.response;
  const body = parseJson(bodyText(exchange));
  if (status < 300 && isEnvelope<T>(body)) return body.data;
  const answer = redactResponse(exchange);
  if (status >= 400 || isErrorBody(body) || asRecord(body)['success'] === false) throw createApiError(answer);
  const { headers, text } = answer;
  const location = headers.get('location');
  // Followed for a GET alone: see the attempt.
  const came = location
    ? `a redirect to ${location}`
    : text
      ? `${headers.get('content-type') ?? 'no content type'}: ${excerpt(text)}`
      : 'an empty body';
  throw unexpected(answer, `expected JSON { success: true, data }, received ${came}`);
}

/** The error for data that differs from the contract. */
export function invalidDataError(exchange: HttpExchange, issues: readonly Issue[]): UnexpectedResponseError {
  return unexpected(redactResponse(exchange), `the data differs from the contract: ${formatIssues(issues)}`, issues);
}

function unexpected(
  { title, facts, headers, text }: RedactedResponse,
  problem: string,
  issues: readonly Issue[] = [],
): UnexpectedResponseError {
  return new UnexpectedResponseError(`${title} answered ${facts.status}: ${problem}`, {
    ...facts,
    contentType: headers.get('content-type') ?? undefined,
    body: excerpt(text),
    issues,
  });
}

/** Says of the data only that it is there: whether it is what the contract says is asked separately. */
function isEnvelope<T>(body: unknown): body is { success: true; data: T } {
  const { success, data } = asRecord(body);
  return success === true && data !== undefined;
}
