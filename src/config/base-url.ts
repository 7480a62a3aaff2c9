import { ConfigurationError } from '../errors/index.ts';

/** Returns the base URL without a trailing slash. The error does not show the URL, which may contain a secret. */
export function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(text)) {
    throw new ConfigurationError(
      'baseUrl: must be an absolute http or https URL without credentials, query or fragment',
    );
  }
  return url.href.replace(/\/+$/, '');
}
