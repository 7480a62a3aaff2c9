/** Where the client's messages go. */

/** What takes messages; the console fits. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const severities = ['debug', 'info', 'warn', 'error', 'off'] as const;

/** How severe a message must be to be logged; `off` logs none. */
export type LogLevel = (typeof severities)[number];

/** A logger that drops what is less severe than a level. */
export function atLevel(logger: Logger, level: LogLevel): Logger {
  const write = (severity: Exclude<LogLevel, 'off'>) => (message: string) => {
    if (severities.indexOf(severity) >= severities.indexOf(level)) logger[severity](`[masterdata-sdk] ${message}`);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
