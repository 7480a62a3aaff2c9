/** The environment variables that the client reads for options that you do not pass. */
export const variables = {
  baseUrl: 'MASTERDATA_BASE_URL',
  apiToken: 'MASTERDATA_API_TOKEN',
  logLevel: 'MASTERDATA_LOG',
} as const;

/** Returns the environment variable of an option, if it is set and not empty. */
export function readEnv(option: keyof typeof variables): string | undefined {
  try {
    return (typeof process === 'undefined' ? undefined : process.env[variables[option]]) || undefined;
  } catch {
    // Deno throws without permission to read the environment.
    return undefined;
  }
}

/** Whether the program runs in a page or in a worker of a page. */
export function isBrowser(): boolean {
  return isPage() || (typeof navigator !== 'undefined' && /^Mozilla/.test(navigator.userAgent));
}

/** Whether the program runs in a page, and not in a worker. */
export function isPage(): boolean {
  return typeof window !== 'undefined' && typeof document !== 'undefined';
}

/** Whether MSW responds to the requests of the page. */
export function isControlledByMsw(): boolean {
  try {
    return navigator.serviceWorker?.controller?.scriptURL.includes('mockServiceWorker') === true;
  } catch {
    // A frame with a sandbox must not ask for its service worker.
    return false;
  }
}
