import type { Logger } from 'masterdata-sdk';
import { pino } from 'pino';
import { createLogger, format, transports } from 'winston';

const log = pino();

/** pino takes the fields first. */
export const pinoLogger: Logger = {
  debug: (message, fields) => log.debug(fields, message),
  info: (message, fields) => log.info(fields, message),
  warn: (message, fields) => log.warn(fields, message),
  error: (message, fields) => log.error(fields, message),
};

/** winston takes its arguments in the order of the client. */
export const winstonLogger: Logger = createLogger({ format: format.json(), transports: [new transports.Console()] });
