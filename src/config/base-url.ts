import { ConfigurationError } from '../errors/index.ts';

/** The message about a base URL that leads to paths like `/api/api/products`. */
export const endsInApi = 'baseUrl ends in /api, and each path starts with it. Remove it from baseUrl.';

/**
 * Returns the base URL without a trailing slash. A path stays a path, because a page that is rendered on a server
 * creates clients there as well. The error does not show the URL, which may contain a secret.
 */
export function normalizeBaseUrl(text: string, source: string): string {
  const isPath = /^\/(?![/\\])/.test(text);
  const origin = isPath ? 'http://page' : undefined;
  const url = URL.canParse(text, origin) ? new URL(text, origin) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(text)) {
    throw new ConfigurationError(
      `baseUrl: must be an absolute http or https URL without credentials, query or fragment, or a path of the page${source}`,
    );
  }
  return (isPath ? url.pathname : url.href).replace(/\/+$/, '');
}
