/** Opens the envelope of an answer: its data, or the error that it is. */
import type { Issue } from '../contract/validate.ts';
import { UnexpectedResponseError } from '../errors/index.ts';
import { isErrorBody, summary, toApiError } from './create-api-error.ts';
import { type Exchange, fieldsOf, parse, toText } from './exchange.ts';
import { type Answer, excerpt, readable } from './redacted-response.ts';

/**
 * The `data` of an answer, as it came.
 *
 * @throws the {@link ApiError} that it is, or an {@link UnexpectedResponseError} where it is neither.
 */
export function openEnvelope<T>(exchange: Exchange): T {
  const { status } = exchange.response;
  const body = parse(toText(exchange));
  if (status < 300 && isEnvelope<T>(body)) return body.data;
  const answer = readable(exchange);
  if (status >= 400 || isErrorBody(body) || fieldsOf(body)['success'] === false) throw toApiError(answer);
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
export function unexpectedData(exchange: Exchange, issues: readonly Issue[]): UnexpectedResponseError {
  return unexpected(readable(exchange), `the data differs from the contract: ${summary(issues)}`, issues);
}

function unexpected(
  { title, facts, headers, text }: Answer,
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
  const { success, data } = fieldsOf(body);
  return success === true && data !== undefined;
}
