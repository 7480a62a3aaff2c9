/** What the program runs in. */
import type { ClientOptions } from '../types/options.ts';

/** A variable of the readEnv, where there is one. */
export function readEnv(name: string): string | undefined {
  try {
    // Empty counts as unset, as shells have it.
    return (typeof process === 'undefined' ? undefined : process.env[name]) || undefined;
  } catch {
    // Deno throws where it may not read the readEnv.
    return undefined;
  }
}

/**
 * Whether a page is about to show its visitors a token. One with a `fetch` of its own is not meant, as a mock server has
 * one, nor one on this machine, nor one whose requests msw answers.
 */
export function exposesToken(baseUrl: string, { fetch, allowTokenInBrowser }: ClientOptions): boolean {
  return (
    typeof window !== 'undefined' &&
    typeof document !== 'undefined' &&
    !allowTokenInBrowser &&
    !fetch &&
    !/^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.(?:localhost|local|test))$/.test(new URL(baseUrl).hostname) &&
    !navigator.serviceWorker?.controller?.scriptURL.includes('mockServiceWorker')
  );
}
