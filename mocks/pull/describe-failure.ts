import { isApiError, isUnexpectedResponseError, type UnexpectedResponseError } from '../../src/index.ts';

/** The advice about a status, which the text of a response would otherwise give. */
const advice: Readonly<Record<number, string>> = {
  401: ' Check the token.',
  403: ' Check the permissions of the token.',
  404: ' Check the base URL.',
};

/**
 * Returns the error of a call without the response that it describes, whose texts can be personal: with the operation
 * and the status. Returns an error without a response as it is.
 */
export function withoutResponse(operation: string, error: unknown): unknown {
  if (isApiError(error)) return new Error(`${operation}: status ${error.status}.${advice[error.status] ?? ''}`);
  return isUnexpectedResponseError(error) ? withoutBody(operation, error) : error;
}

/** Keeps the message of an error that is not about the body, for example about the link to the next page. */
function withoutBody(operation: string, { message, status, contentType, body }: UnexpectedResponseError): Error {
  // Only this message quotes the body, in a form that is safe to print.
  if (!message.includes(': expected ')) return new Error(message);
  const [type = 'no content type'] = /^[\w.+-]+\/[\w.+-]+/.exec(contentType ?? '') ?? [];
  const received = body === '' ? 'no body' : `a body (${type}) that is not shown, because it can be personal`;
  return new Error(`${operation}: status ${status}, and ${received}.`);
}
