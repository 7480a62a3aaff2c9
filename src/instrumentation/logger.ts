/** Where the client's messages go. */
import { ConfigurationError } from '../errors/index.ts';

/** What takes messages; the console fits, and so do pino and winston. */
export interface Logger {
  /** Bodies, without the values of `redactedFields`. */
  debug(message: string): void;
  /** A line for each attempt, retry and failure. */
  info(message: string): void;
  /** Differences from the contract, and a token in a page. */
  warn(message: string): void;
  /** Hooks that failed. */
  error(message: string): void;
}

/** @inline */
type Severity = keyof Logger;

const severities: readonly Severity[] = ['debug', 'info', 'warn', 'error'];

/** How severe a message must be to be logged; `off` logs none. */
export type LogLevel = Severity | 'off';

/** Writes messages of the severities that are to be logged; there is no function for the others. */
export type Log = { readonly [S in Severity]?: (message: string) => void };

/** The log of a client. */
export function createLog(logger: Logger, level: string): Log {
  const from = [...severities, 'off'].indexOf(level);
  if (from < 0) throw new ConfigurationError(`logLevel must be ${severities.join(', ')} or off, not ${level}`);
  return Object.fromEntries(
    severities
      .slice(from)
      .map((severity) => [severity, (message: string) => logger[severity](`[masterdata-sdk] ${message}`)]),
  );
}
