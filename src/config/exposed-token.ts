import type { ClientOptions } from '../types/options.ts';
import { isPage } from './environment.ts';
import type { Settings } from './settings.ts';

/** Warn only once per page. */
let hasWarned = false;

/** Warns if a request is about to send a token that the visitors of the page can read. */
export function warnOfExposedToken({ options, log }: Settings, url: string, token: string): void {
  if (hasWarned || !exposesToken(url, token, options)) return;
  hasWarned = true;
  log.warn?.(
    'Visitors of this page can read the API token. Call the service through a server that adds the token ' +
      '(with apiToken: null in the page), or set allowTokenInBrowser.',
  );
}

/** Tokens of the service have at least 64 characters, and those of examples and mocks are shorter. */
const minRealTokenLength = 32;

/**
 * Whether the visitors of a web page could read the token. There is no risk with a placeholder, with a custom `fetch`
 * (for example of a mock server), with a service on this machine or a proxy of the page's origin, in a page controlled
 * by MSW, or in a test that emulates a page.
 */
function exposesToken(
  baseUrl: string,
  token: string,
  { fetch, allowTokenInBrowser }: Pick<ClientOptions, 'fetch' | 'allowTokenInBrowser'>,
): boolean {
  return (
    isPage() &&
    token.length >= minRealTokenLength &&
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
