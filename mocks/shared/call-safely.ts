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
