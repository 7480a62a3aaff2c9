import type { Settings } from '../config/settings.ts';
import type { Issue } from '../contract/validate.ts';
import { ConfigurationError, InvalidRequestError } from '../errors/index.ts';
import { messageOf } from '../errors/thrown-value.ts';
import type { Observer } from '../instrumentation/observer.ts';
import { type ApiCall, ApiPromise } from './api-promise.ts';
import { CallState } from './call-state.ts';
import { asInvalidRequest, type CallSite, type PreparedRequest, showCallSite } from './prepare-request.ts';
import { type Envelope, type HttpExchange, readEnvelope } from './response.ts';
import { formatIssues, listFirst, responseError, unexpectedResponse } from './response-error.ts';
import { send } from './send.ts';
import { abortable, remainingTime, waitWithinTotal } from './time-limit.ts';
import type * as Validation from './validation.ts';

/** A response with its data. */
export interface ParsedResponse<T> {
  readonly exchange: HttpExchange;
  readonly envelope: Envelope<T>;
}

/** A call that starts by itself, soon after it is created. */
export class Call<T> implements ApiCall<T> {
  readonly #exchange: Promise<HttpExchange>;
  readonly #onRead: ((response: ParsedResponse<T>) => void) | undefined;
  #parsed: Promise<ParsedResponse<T>> | undefined;
  #data: Promise<T> | undefined;
  /** Whether the program has asked for the response, whatever its status. */
  #isRaw = false;

  /** @param onRead Called once, if the program reads the data of the response. */
  constructor(request: Promise<PreparedRequest>, callSite: CallSite, onRead?: (response: ParsedResponse<T>) => void) {
    this.#onRead = onRead;
    this.#exchange = this.#start(request, callSite);
  }

  async #start(prepared: Promise<PreparedRequest>, callSite: CallSite): Promise<HttpExchange> {
    let request: PreparedRequest;
    try {
      // The program can choose `asResponse()` first. Not `queueMicrotask`, which fake timers replace.
      request = await prepared;
    } catch (error) {
      const failure = asInvalidRequest(error, 'the request');
      showCallSite(failure, callSite);
      throw failure;
    } finally {
      // Even if the program never awaits the call: an error that nothing handles is an unhandled rejection.
      if (!this.#isRaw) void this.parse();
    }
    return sendCall(request);
  }

  exchange(): Promise<HttpExchange> {
    this.#isRaw = true;
    // The program reads the status itself.
    this.#parsed?.catch(() => {});
    return this.#exchange;
  }

  /** Resolves with the response and its data. Rejects if it has none. */
  parse(): Promise<ParsedResponse<T>> {
    this.#parsed ??= this.#exchange.then(parseResponse<T>);
    return this.#parsed;
  }

  data(): Promise<T> {
    this.#data ??= this.parse().then((response) => {
      this.#onRead?.(response);
      return response.envelope.data;
    });
    return this.#data;
  }
}

/** Creates the promise of a call. */
export function requestData<T>(request: Promise<PreparedRequest>, callSite: CallSite): ApiPromise<T> {
  return new ApiPromise<T>(new Call<T>(request, callSite));
}

/**
 * Validates and sends a request. Resolves with the response, whatever its status.
 *
 * @param tokens The tokens of the earlier pages of a list.
 */
export async function sendCall(request: PreparedRequest, tokens?: ReadonlySet<string>): Promise<HttpExchange> {
  const { settings, label } = request;
  const state = new CallState(request, tokens);
  try {
    state.observer = await observerOf(settings);
    return await abortable(settings.signal, label, async (signal) => {
      await waitWithinTotal(state, remainingTime(state), signal, validateRequest(request));
      return send(state, signal);
    });
  } catch (error) {
    throw state.fail(error);
  }
}

/** Returns the data of a response. Rejects with the error of a response without data of the right kind. */
export async function parseResponse<T>(exchange: HttpExchange): Promise<ParsedResponse<T>> {
  const { state, arrivedAt } = exchange;
  const { settings, label } = state.request;
  try {
    const envelope = readEnvelope<T>(exchange);
    if (!envelope) throw responseError(exchange);
    // The program may read the data long after the response arrived.
    const remaining = remainingTime(state, arrivedAt);
    await abortable(settings.signal, label, (signal) =>
      waitWithinTotal(state, remaining, signal, validateResponse(exchange, envelope.data)),
    );
    return { exchange, envelope };
  } catch (error) {
    throw state.fail(error);
  }
}

/** Each call gets an error of its own if the module of the hooks could not be loaded. */
async function observerOf({ observer }: Settings): Promise<Observer | undefined> {
  try {
    return await observer;
  } catch (error) {
    throw new ConfigurationError(messageOf(error));
  }
}

/** Cached, because `import()` is slow even for a loaded module. */
let validation: Promise<typeof Validation> | undefined;

/**
 * Validates a request with the mode of its call.
 *
 * @throws An {@link InvalidRequestError} if an accessor of a class has the name of a field, or if the mode is `'throw'`
 * and the input does not match the contract.
 */
async function validateRequest(request: PreparedRequest): Promise<void> {
  const { body, query } = request.accessors;
  // Load the contract only for the rare instances of classes with accessors.
  if (body.length > 0 || query.length > 0) {
    rejectIssues(request, await (await loadValidation()).findAccessorIssues(request));
  }
  // A load that fails after the request was sent would hide its response.
  if (request.settings.responseValidation === 'throw') {
    await validate(request, 'response', (module) => module.loadResponseSchema(request));
  }
  const issues = await validate(request, 'request', async (module) => ({
    issues: await module.findRequestIssues(request),
  }));
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
async function validateResponse(exchange: HttpExchange, data: unknown): Promise<void> {
  const issues = await validate(exchange.request, 'response', (module) => module.findResponseIssues(exchange, data));
  if (issues.length === 0) return;
  throw unexpectedResponse(exchange, `the data does not match the contract: ${formatIssues(issues)}`, issues);
}

async function loadValidation(): Promise<typeof Validation> {
  validation ??= import('./validation.ts');
  try {
    return await validation;
  } catch (error) {
    validation = undefined;
    throw error;
  }
}

/** Returns the issues to throw, and logs the issues to warn of. */
async function validate(
  { call: { operation }, settings, schemas }: PreparedRequest,
  subject: 'request' | 'response',
  findIssues: (module: typeof Validation) => Promise<Validation.Findings>,
): Promise<readonly Issue[]> {
  const mode = subject === 'request' ? settings.requestValidation : settings.responseValidation;
  const { warn } = settings.log;
  // The contract lists the enums of responses that it knows, and the service may add values.
  const isOpen = subject === 'response' && !schemas?.response;
  if (mode === 'off' || (mode === 'warn' && !warn)) return [];
  try {
    const module = await loadValidation();
    const { issues, note = '' } = await findIssues(module);
    const isError = (issue: Issue): boolean => mode === 'throw' && !(isOpen && module.isNewEnumValue(issue));
    const warnings = issues.filter((issue) => !isError(issue));
    const { texts, end } = module.takeNewIssues(operation, subject, warnings, settings.loggedFields);
    const line = `${operation}: the ${subject} does not match the contract at ${listFirst(texts, 5)}${end}${note}`;
    if (texts.length > 0) warn?.(line, { operation });
    return issues.filter(isError);
  } catch (error) {
    const message = `${operation}: the ${subject} could not be validated: ${messageOf(error)}`;
    // The module did not load, or a schema threw an error. Do not withhold the data for that.
    if (mode === 'throw') throw new ConfigurationError(message);
    warn?.(message, { operation });
  }
  return [];
}
