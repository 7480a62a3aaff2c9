import { parseBaseUrl } from '../../shared/base-url.ts';

/** The URL at which clients reach a server behind a proxy. */
export interface PublicUrl {
  readonly origin: string;
  /** The host name, as `Host` has it. */
  readonly hostname: string;
  /** The path that the proxy adds, without a slash at the end. */
  readonly prefix: string;
  /** Origin and prefix. */
  readonly root: string;
}

/**
 * Parses the URL of a proxy.
 *
 * @throws A TypeError if it is not an absolute URL with http or https, or has a query or a user.
 */
export function parsePublicUrl(text: string): PublicUrl {
  try {
    const { origin, path } = parseBaseUrl(text);
    return { origin, hostname: new URL(text).hostname, prefix: path, root: origin + path };
  } catch {
    throw new TypeError(`publicUrl: must be a URL like https://mocks.example.com/shop, received ${text || 'no value'}`);
  }
}
