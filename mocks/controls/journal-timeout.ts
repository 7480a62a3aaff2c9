/** Milliseconds that `waitFor` waits by default. */
export const defaultTimeout = 4000;

/** Says which entry of the journal did not arrive in time. */
export function describeMissing(
  operation: string,
  { where, after = 0, timeout = defaultTimeout }: MissingEntry,
): string {
  const conditions = [where && 'that matches', after > 0 && `after ${after}`].filter(Boolean).join(' ');
  return `The journal has no entry of ${operation}${conditions && ` ${conditions}`} within ${timeout} ms.`;
}

interface MissingEntry {
  readonly where?: unknown;
  readonly after?: number | undefined;
  readonly timeout?: number | undefined;
}
