/** Returns the message of an error, or another thrown value as a string. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the code of a system error, for example `ENOENT`. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Warns the user of a mock on the console. */
export function warn(message: string): void {
  console.warn(`[masterdata-sdk] ${message}`);
}

/**
 * Calls a function of the user after something has happened. An error that it throws is printed, because it must not
 * become an error of the call.
 *
 * @param name Names the function in the message: `A listener of the journal`.
 */
export function callSafely(name: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    console.error(`${name} threw an error:`, error);
  }
}
