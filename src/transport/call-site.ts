/** The place of a call in the code of the user. Engines other than V8 may not know it. */
export interface CallSite {
  readonly stack?: string;
}

/** Remembers the caller of a method. V8 formats the stack when it is first read. */
export function captureCallSite(method: (...parameters: never) => unknown): CallSite {
  const site: CallSite = {};
  try {
    Error.captureStackTrace?.(site, method);
  } catch {
    // A host may format stacks with its own function, which may fail.
  }
  return site;
}

/** Lets the stack of an error begin at a call. */
export function showCallSite(error: Error, site: CallSite): void {
  try {
    const { stack } = site;
    const frames = stack?.indexOf('\n    at ') ?? -1;
    if (frames >= 0) error.stack = `${error.name}: ${error.message}${stack?.slice(frames)}`;
  } catch {
    // A host may format stacks with its own function, which may fail or return another value than a text.
  }
}
