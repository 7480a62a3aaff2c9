import { ConfigurationError, ConnectionError } from '../errors/index.ts';
import { messageOf, rootCause } from '../errors/thrown-value.ts';
import type { CallState } from './call-state.ts';

/** Error codes of Node's `fetch` for a request that it can never send. */
const configurationCodes = /^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH)$/;

/**
 * Returns the error of a `fetch` that returned no complete response.
 *
 * @throws A {@link ConfigurationError} if no attempt can succeed.
 */
export function connectionError(state: CallState, error: unknown): ConnectionError {
  const { label, settings } = state.request;
  // Keep only the message of a hook's error: its cause may contain a secret. ky wraps only network errors.
  const isFromHook = settings.ky && error instanceof Error && error.name !== 'NetworkError';
  const { message, code } = isFromHook ? { message: messageOf(error), code: undefined } : rootCause(error);
  const text = state.redact(`${label} failed: ${message}`);
  if (configurationCodes.test(code ?? '') || message === 'bad port') throw new ConfigurationError(text);
  const isUnexplained = settings.isBrowser && !isFromHook && code === undefined;
  const hint = isUnexplained ? '. Browsers do not say why: check CORS, and that the service does not redirect.' : '';
  return new ConnectionError(text + hint, code, state.failedRequest());
}
