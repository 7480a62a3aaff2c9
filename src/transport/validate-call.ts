/** Validates requests and responses with the modes of the client. Loads the contract only if it has to. */

import type { Issue } from '../contract/validate.ts';
import { ConfigurationError, InvalidRequestError } from '../errors/index.ts';
import { messageOf } from '../errors/thrown-value.ts';
import type { PreparedRequest } from './prepare-request.ts';
import type { HttpExchange } from './response.ts';
import { formatIssues, listFirst, unexpectedResponse } from './response-error.ts';
import type * as Validation from './validation.ts';

/** Cached, because `import()` is slow even for a loaded module. */
let validation: Promise<typeof Validation> | undefined;

/**
 * Validates a request with the mode of its call.
 *
 * @throws An {@link InvalidRequestError} if an accessor of a class has the name of a field, or if the mode is `'throw'`
 * and the input does not match the contract.
 */
export async function validateRequest(request: PreparedRequest): Promise<void> {
  const { body, query } = request.accessors;
  // Load the contract only for the rare instances of classes with accessors.
  if (body.length > 0 || query.length > 0) {
    rejectIssues(request, await (await loadValidation()).findAccessorIssues(request));
  }
  // A load that fails after the request was sent would hide its response.
  if (request.settings.validation.responses === 'throw') {
    await validate(request, 'response', (module) => module.loadResponseSchema(request));
  }
  const issues = await validate(request, 'request', (module) => module.findRequestIssues(request));
  rejectIssues(request, issues);
}

function rejectIssues({ call }: PreparedRequest, issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  throw new InvalidRequestError(`${call.operation} was not sent: ${formatIssues(issues)}`, issues);
}

/**
 * Validates the data of a response with the mode of its call.
 *
 * @throws An `UnexpectedResponseError` if the mode is `'throw'` and the data does not match the contract.
 */
export async function validateResponse(exchange: HttpExchange, data: unknown): Promise<void> {
  const issues = await validate(exchange.request, 'response', (module) => module.findResponseIssues(exchange, data));
  if (issues.length === 0) return;
  throw unexpectedResponse(exchange, `the data does not match the contract: ${formatIssues(issues)}`, issues);
}

function loadValidation(): Promise<typeof Validation> {
  validation ??= import('./validation.ts').catch((error: unknown) => {
    validation = undefined;
    throw error;
  });
  return validation;
}

/** Returns the issues to throw, and logs the issues to warn of. */
async function validate(
  request: PreparedRequest,
  subject: Validation.Subject,
  findIssues: (module: typeof Validation) => Promise<Validation.Findings>,
): Promise<readonly Issue[]> {
  const { settings, call } = request;
  const { operation } = call;
  const mode = settings.validation[`${subject}s`];
  const { warn } = settings.log;
  if (mode === 'off' || (mode === 'warn' && !warn)) return [];
  try {
    const module = await loadValidation();
    const { issues, note = '' } = await findIssues(module);
    if (issues.length === 0) return issues;
    const { errors, texts, end } = module.sortIssues(request, subject, issues);
    const line = `${operation}: the ${subject} does not match the contract at ${listFirst(texts, 5)}${end}${note}`;
    if (texts.length > 0) warn?.(line, { operation });
    return errors;
  } catch (error) {
    const message = `${operation}: the ${subject} could not be validated: ${messageOf(error)}`;
    // The module did not load, or a schema threw an error. Do not withhold the data for that.
    if (mode === 'throw') throw new ConfigurationError(message);
    warn?.(message, { operation });
  }
  return [];
}
