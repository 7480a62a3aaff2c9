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

/** Tokens of the service have at least 64 characters, and those of examples and mocks are shorter. */
const minTokenLength = 32;

/**
 * Whether the visitors of a web page could read the token. There is no risk with a placeholder, with a custom `fetch`
 * (for example of a mock server), with a service on this machine or a proxy of the page's origin, in a page controlled
 * by MSW, or in a test that emulates a page.
 */
export function exposesToken(
  baseUrl: string,
  token: string,
  { fetch, allowTokenInBrowser }: Pick<ClientOptions, 'fetch' | 'allowTokenInBrowser'>,
): boolean {
  return (
    isPage() &&
    token.length >= minTokenLength &&
    !allowTokenInBrowser &&
    !fetch &&
    !isHarmless(new URL(baseUrl, globalThis.location?.href)) &&
    !/jsdom|HappyDOM/.test(navigator.userAgent) &&
    !navigator.serviceWorker?.controller?.scriptURL.includes('mockServiceWorker')
  );
}

function isHarmless({ origin, hostname }: URL): boolean {
  return (
    origin === globalThis.location?.origin ||
    /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.(?:localhost|local|test))$/.test(hostname)
  );
}
