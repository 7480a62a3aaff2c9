import { rootCause } from '../errors/root-cause.ts';
import { createRedact } from '../instrumentation/redact-token.ts';

/** Error codes of Node's `fetch` for a request that it can never send. */
const configurationCodes = /^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH)$/;

/** The parts of the error for a failed `fetch`. */
export interface FetchErrorParts {
  readonly message: string;
  readonly code: string | undefined;
  /** Whether the request can never be sent. */
  readonly isConfiguration: boolean;
}

export function describeFetchError(label: string, error: unknown, token: string, isBrowser: boolean): FetchErrorParts {
  const { message, code } = rootCause(error);
  const text = createRedact(token)(`${label} failed: ${message}`);
  return {
    message: isBrowser ? `${text}. Browsers do not say why: check CORS, and that the service does not redirect.` : text,
    code,
    isConfiguration: configurationCodes.test(code ?? '') || message === 'bad port',
  };
}
