/**
 * Receives log messages, and their data as separate fields. `console` and winston fit. pino takes the fields first, so
 * swap the arguments: `info: (message, fields) => log.info(fields, message)`.
 *
 * A logger cannot change the outcome of a call: errors that it throws are ignored.
 */
export interface Logger {
  /** Request and response bodies, without the values of `redactedFields`. */
  debug(message: string, fields: LogFields): void;
  /** One line per attempt, retry and failure. */
  info(message: string, fields: LogFields): void;
  /** Data that does not match the contract, and risky configuration. */
  warn(message: string, fields: LogFields): void;
  /** Hooks that failed. */
  error(message: string, fields: LogFields): void;
}

/** The data of a log message as separate fields. They contain no token, header or body. */
export interface LogFields {
  /** The operation, for example `products.update`. */
  readonly operation?: string;
  /** HTTP method. */
  readonly method?: string;
  /** URL path, without the base URL and the query. */
  readonly path?: string;
  /** Number of the attempt, from 1. */
  readonly attempt?: number;
  /** HTTP status. */
  readonly status?: number | undefined;
  /** Milliseconds that the attempt or the call took. */
  readonly duration?: number;
  /** Milliseconds that the client waited before a retry. */
  readonly delay?: number;
  /** The `x-request-id` of the response. */
  readonly requestId?: string | undefined;
  /** Name of the error, for example `NotFoundError`. */
  readonly error?: string | undefined;
}

/** The minimum severity of the messages to log. `off` logs nothing. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off';
