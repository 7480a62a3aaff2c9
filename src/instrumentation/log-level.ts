import { printable } from '../contract/printable.ts';
import { ConfigurationError } from '../errors/index.ts';
import type { LogFields, Logger, LogLevel } from '../types/logger.ts';

const severities = ['debug', 'info', 'warn', 'error'] as const satisfies readonly LogLevel[];

/** Writes messages; severities below the log level have no function. */
export type Log = { readonly [S in (typeof severities)[number]]?: (message: string, fields?: LogFields) => void };

export function createLog(logger: Logger | undefined, level: string, source: string): Log {
  const start = [...severities, 'off'].indexOf(level);
  if (start < 0)
    throw new ConfigurationError(`logLevel: must be ${severities.join(', ')} or off, received ${level}${source}`);
  return Object.fromEntries(
    severities.slice(start).map((severity) => [
      severity,
      (message: string, fields: LogFields = {}) => {
        const text = printable(`[masterdata-sdk] ${message}`);
        // The message has the fields already, and the console would print them as an object.
        ignoreErrors(() => (logger ? logger[severity](text, fields) : console[severity](text)));
      },
    ]),
  );
}

/** Runs user code. Ignores its errors, and does not wait for its promises. */
function ignoreErrors(run: () => unknown): void {
  const settled = async (): Promise<unknown> => run();
  settled().catch(() => {});
}
