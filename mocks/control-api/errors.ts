import * as z from 'zod/mini';
import { errorMessage } from '../shared/errors.ts';
import { HttpError } from '../shared/http-error.ts';
import { json, type MockResponse } from '../shared/http-messages.ts';
import { InvalidRecordError } from '../store/errors.ts';
import { list, tableName } from './schemas.ts';

const recordTable: z.ZodMiniType<InvalidRecordError['table']> = tableName;

export const errorBody = z.object({
  /** The message. */
  error: z.string(),
  /**
   * The class that the mock throws in the process: `TypeError`, `RangeError` or `InvalidRecordError`. `NotFoundError`
   * if there is no row, fault, token or snapshot with the given name or id.
   */
  name: z.exactOptional(z.string()),
  /** The table of an invalid record, or of a row that does not exist. */
  table: z.exactOptional(recordTable),
  /** The invalid fields, and what is wrong with each of them. */
  issues: z.exactOptional(list(z.object({ path: z.string(), message: z.string() }))),
});

/** The body of an error of the control API. */
export interface ControlErrorBody extends z.output<typeof errorBody> {}

/** A row, fault, token or snapshot that does not exist. */
class NotFoundError extends HttpError {
  override readonly name = 'NotFoundError';
  readonly record: InvalidRecordError | undefined;

  constructor(reason: string | InvalidRecordError) {
    super(404, typeof reason === 'string' ? reason : reason.message);
    this.record = typeof reason === 'string' ? undefined : reason;
  }
}

/** Creates the error for something that does not exist, with the error of the table if it is a row. */
export function notFound(reason: string | InvalidRecordError): HttpError {
  return new NotFoundError(reason);
}

/** Converts an error to a response. */
export function errorResponse(error: unknown): MockResponse {
  if (error instanceof InvalidRecordError) {
    const { message, name, table, issues } = error;
    return failure(400, { error: message, name, table, issues });
  }
  if (error instanceof NotFoundError) {
    const { message, name, record } = error;
    return failure(404, { error: message, name, ...(record && { table: record.table, issues: record.issues }) });
  }
  if (error instanceof HttpError) return failure(error.status, { error: error.message }, error.headers);
  // The mock throws these for invalid arguments, with a message for the caller.
  if (error instanceof TypeError || error instanceof RangeError) {
    return failure(400, { error: error.message, name: error.name });
  }
  return failure(500, { error: `The mock failed: ${errorMessage(error)}` });
}

function failure(status: number, body: ControlErrorBody, headers?: MockResponse['headers']): MockResponse {
  return json(status, body, { 'cache-control': 'no-store', ...headers });
}
