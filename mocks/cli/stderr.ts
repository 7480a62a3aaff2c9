import { styleText } from 'node:util';
import { printable } from '../../src/contract/printable.ts';

/** Prints an error and ends the process. */
export function fail(message: string, status: string | number = 1): never {
  console.error(styleText('red', printable(`masterdata-sdk: ${message}`), { stream: process.stderr }));
  process.exit(status);
}

/** Prints a warning. */
export function warn(message: string): void {
  console.error(styleText('yellow', printable(`masterdata-sdk: ${message}`), { stream: process.stderr }));
}

/** Clears the line that shows the progress. */
export function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}
