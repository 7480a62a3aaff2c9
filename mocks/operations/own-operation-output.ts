import type { OperationDefinition } from '../../src/contract/define-operation.ts';
import { preview } from '../../src/contract/printable.ts';
import type { StandardSchema } from '../../src/contract/standard-schema.ts';
import { type Issue, standardIssues } from '../../src/contract/validate.ts';
import { describeIssues } from '../shared/describe-value.ts';
import { errorMessage, printError } from '../shared/errors.ts';
import { HttpError } from '../shared/http-error.ts';
import { isPromise } from '../shared/synchronous.ts';

/** The parsed value, or the issues of an invalid one. */
interface SchemaResult {
  readonly value: unknown;
  readonly issues: readonly Issue[];
}

/** A mistake in a schema or a handler of an operation. The call gets 500. */
export class OperationFailure extends HttpError {
  readonly problem: string;

  constructor(problem: string) {
    super(500, `The mock failed: ${problem}. Nothing was changed.`);
    this.problem = problem;
  }
}

/**
 * Validates a value.
 *
 * @param hasBrackets Whether the value was sent with groups in brackets, as the paths of issues then are.
 * @throws An {@link OperationFailure} if the schema is asynchronous or throws.
 */
export function runSchema(
  subject: string,
  schema: StandardSchema,
  value: unknown,
  hasBrackets?: boolean,
): SchemaResult {
  const result = runUserCode(subject, () => schema['~standard'].validate(value));
  if ('then' in result) throw asynchronous(subject, 'validates asynchronously', result);
  return { value: result.value, issues: standardIssues(result, hasBrackets) };
}

/**
 * Runs the handler of an operation.
 *
 * @throws The {@link HttpError} of the handler, or an {@link OperationFailure} if it throws or is asynchronous.
 */
export function runHandler(name: string, run: () => unknown): unknown {
  const subject = `the handler of ${name}`;
  const data = runUserCode(subject, run);
  if (isPromise(data)) throw asynchronous(subject, 'returned a promise', data);
  return data;
}

/**
 * Returns the data of a response as JSON.
 *
 * @throws An {@link OperationFailure} if JSON cannot represent it, or it does not match its schema.
 */
export function checkData({ name, response }: OperationDefinition, data: unknown): unknown {
  const subject = `the data of ${name}`;
  const text = runUserCode(subject, () => JSON.stringify(data));
  if (text === undefined) {
    // A schema may accept it, but the response would have no data.
    throw new OperationFailure(`${subject} is ${preview(data)}. Return data, or null if there is none`);
  }
  const json: unknown = JSON.parse(text);
  const { issues } = runSchema(`the response schema of ${name}`, response, json);
  if (issues.length === 0) return json;
  throw new OperationFailure(`${subject} does not match its response schema: ${describeIssues(issues, 5)}`);
}

/** Runs a function of the user. An error of the mock passes, and any other one is printed with its stack. */
function runUserCode<T>(subject: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof HttpError) throw error;
    printError(`masterdata-sdk: ${subject} threw an error:`, error);
    throw new OperationFailure(`${subject} threw an error: ${errorMessage(error)}`);
  }
}

function asynchronous(subject: string, problem: string, promise: PromiseLike<unknown>): OperationFailure {
  // Nobody waits for it.
  Promise.resolve(promise).catch(() => undefined);
  return new OperationFailure(`${subject} ${problem}, but must be synchronous, because a call is atomic`);
}
