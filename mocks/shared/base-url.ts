/** A base URL in two parts. The path has no trailing slash. */
export interface BaseUrl {
  readonly origin: string;
  readonly path: string;
}

/**
 * Parses a base URL. In a page, a path is one of the page's origin.
 *
 * @throws A TypeError if it is not an absolute URL with http or https, or has credentials, a query or a fragment.
 */
export function parseBaseUrl(baseUrl: string): BaseUrl {
  const page = /^\/(?!\/)/.test(baseUrl) ? globalThis.location?.href : undefined;
  if (!URL.canParse(baseUrl, page)) throw new TypeError(`baseUrl: must be an absolute URL, received ${baseUrl}`);
  const { origin, pathname, protocol, username, password, search, hash } = new URL(baseUrl, page);
  if (!/^https?:$/.test(protocol)) throw new TypeError(`baseUrl: must have http or https, received ${protocol}`);
  if (username + password + search + hash !== '') {
    throw new TypeError('baseUrl: must have no credentials, query or fragment');
  }
  return { origin, path: pathname.replace(/\/+$/, '') };
}

/** Removes the path of the base URL from a path and query. Returns undefined if they do not start with it. */
export function stripBasePath(path: string, target: string): string | undefined {
  if (path === '') return target;
  if (!target.startsWith(path)) return undefined;
  const rest = target.slice(path.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : undefined;
}
