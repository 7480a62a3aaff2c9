/** Returns the message of a thrown value. User code may throw anything, even an object whose message cannot be read. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : typeof error;
  } catch {
    return 'unknown error';
  }
}
