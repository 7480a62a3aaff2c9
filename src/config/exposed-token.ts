import type { Settings } from './settings.ts';

/** Warn only once per page. */
let hasWarned = false;

/** Tokens of the service typically have at least 64 characters, and those of examples and mocks are shorter. */
const minRealTokenLength = 32;

/**
 * Warns if a page is about to send a token that its visitors can read. There is no risk with a placeholder, or with a
 * custom `fetch`, for example of a mock server.
 */
export function warnOfExposedToken({ log }: Settings, url: string, token: string): void {
  if (hasWarned || token.length < minRealTokenLength || isEmulated() || isHarmless(new URL(url))) return;
  hasWarned = true;
  log.warn?.(
    'Visitors of this page can read the API token. Call the service through a server that adds the token ' +
      '(with apiToken: null in the page), or set allowTokenInBrowser.',
  );
}

/** Whether a test emulates the page. */
function isEmulated(): boolean {
  return /jsdom|HappyDOM/.test(navigator.userAgent);
}

/** Whether the service is a proxy of the page's origin, or runs on this machine. */
function isHarmless({ origin, hostname }: URL): boolean {
  return (
    origin === globalThis.location?.origin ||
    /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.(?:localhost|local|test))$/.test(hostname)
  );
}
