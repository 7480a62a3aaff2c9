/** A check that cannot run against this server. The message is the reason in the report. */
export class NotRunError extends Error {
  override readonly name = 'NotRunError';
}

/** The end of a run before all checks ran: interrupted, out of requests, or the server stopped responding. */
export class RunStoppedError extends Error {
  override readonly name = 'RunStoppedError';
  readonly isInterrupted: boolean;

  constructor(message: string, { isInterrupted = false } = {}) {
    super(message);
    this.isInterrupted = isInterrupted;
  }
}

/** Resolves with the result, or with undefined if the check cannot run against this server. */
export async function ifAny<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NotRunError) return undefined;
    throw error;
  }
}
