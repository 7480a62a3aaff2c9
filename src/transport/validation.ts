import type { Issue } from '../contract/validate.ts';
import { ConfigurationError, InvalidRequestError } from '../errors/index.ts';
import { messageOf } from '../errors/root-cause.ts';
import type * as ContractValidation from './contract-validation.ts';
import type { PreparedRequest } from './prepare-request.ts';
import type { HttpExchange } from './response.ts';
import { formatIssues, unexpectedResponse } from './response-error.ts';

/** Cached, because `import()` is slow even for a loaded module. */
let contractValidation: Promise<typeof ContractValidation> | undefined;

/** Validates requests and responses with the modes of a call. */
export class Validator {
  /** The issues that were logged, so that each is logged once. */
  readonly #reported = new Set<string>();

  /** @throws An {@link InvalidRequestError} if the mode is `'throw'` and the input does not match the contract. */
  async validateRequest(request: PreparedRequest): Promise<void> {
    const issues = await this.#validate(request, 'request', (contract) => contract.validateRequest(request));
    if (issues.length === 0) return;
    throw new InvalidRequestError(`${request.call.operation} was not sent: ${formatIssues(issues)}`, issues);
  }

  /** @throws An `UnexpectedResponseError` if the mode is `'throw'` and the data does not match the contract. */
  async validateResponse(exchange: HttpExchange, data: unknown): Promise<void> {
    const issues = await this.#validate(exchange.request, 'response', (contract) =>
      contract.validateResponse(exchange, data),
    );
    if (issues.length === 0) return;
    const problem = `the data does not match the contract: ${formatIssues(issues)}`;
    throw unexpectedResponse(exchange, problem, issues);
  }

  /** Returns the issues to throw, and logs the issues to warn of. */
  async #validate(
    { call: { operation }, settings, schemas }: PreparedRequest,
    subject: 'request' | 'response',
    find: (contract: typeof ContractValidation) => Promise<readonly Issue[]>,
  ): Promise<readonly Issue[]> {
    const mode = subject === 'request' ? settings.requestValidation : settings.responseValidation;
    const { warn } = settings.log;
    // The contract lists the enums of responses that it knows, and the service may add values.
    const isOpen = subject === 'response' && !schemas?.response;
    if (mode === 'off' || (mode === 'warn' && !warn)) return [];
    try {
      contractValidation ??= import('./contract-validation.ts');
      const contract = await contractValidation;
      const issues = await find(contract);
      const isError = (issue: Issue): boolean => mode === 'throw' && !(isOpen && contract.isNewEnumValue(issue));
      const warnings = issues.filter((issue) => !isError(issue));
      for (const line of contract.formatNewIssues(operation, subject, warnings, this.#reported)) {
        warn?.(line, { operation });
      }
      return issues.filter(isError);
    } catch (error) {
      contractValidation = undefined;
      const message = `${operation}: the ${subject} could not be validated: ${messageOf(error)}`;
      // The module did not load, or a schema threw an error. Do not withhold the data for that.
      if (mode === 'throw') throw new ConfigurationError(message);
      warn?.(message, { operation });
    }
    return [];
  }
}
