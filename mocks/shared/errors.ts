/** Returns the message of an error, or another thrown value as a string. */
export function errorMessage(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    // An object without a string form.
    return 'unknown error';
  }
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
 * Calls a function of the user after something has happened. If it throws an error or rejects, the error is printed,
 * because it must neither become an error of the call nor end the process.
 *
 * @param name Names the function in the message: `A listener of the journal`.
 */
export function callSafely(name: string, run: () => unknown): void {
  // In an async function, a thrown error and a rejection are the same.
  const settled = async (): Promise<unknown> => run();
  settled().catch((error: unknown) => printError(`${name} threw an error:`, error));
}

/** Prints an error of a function of the user with its stack. Printing runs code of the error, which may fail. */
export function printError(message: string, error: unknown): void {
  try {
    console.error(message, error);
  } catch {
    console.error(message, errorMessage(error));
  }
}
