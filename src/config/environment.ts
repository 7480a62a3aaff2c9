import type { ClientOptions } from '../types/options.ts';

/** Returns an environment variable, if it is set and not empty. */
export function readEnv(name: string): string | undefined {
  try {
    return (typeof process === 'undefined' ? undefined : process.env[name]) || undefined;
  } catch {
    // Deno throws without permission to read the environment.
    return undefined;
  }
}

/** Whether the program runs in a page or in a worker of a page. */
export function isBrowser(): boolean {
  return isPage() || (typeof navigator !== 'undefined' && /^Mozilla/.test(navigator.userAgent));
}

function isPage(): boolean {
  return typeof window !== 'undefined' && typeof document !== 'undefined';
}

/**
 * Whether the visitors of a web page could read the token. There is no risk with a custom `fetch` (for example of a
 * mock server), with a service on this machine, or in a page controlled by MSW.
 */
export function exposesToken(baseUrl: string, { apiToken, fetch, allowTokenInBrowser }: ClientOptions): boolean {
  return (
    isPage() &&
    apiToken !== null &&
    !allowTokenInBrowser &&
    !fetch &&
    !/^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.(?:localhost|local|test))$/.test(new URL(baseUrl).hostname) &&
    !navigator.serviceWorker?.controller?.scriptURL.includes('mockServiceWorker')
  );
}
