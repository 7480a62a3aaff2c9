/**
 * Returns the URL at which a page reaches a URL of its server. They differ behind a proxy that the server does not
 * know, which may use HTTPS or add a prefix to the path.
 *
 * @param url A URL that the server reported: the base URL of a mock or of a sandbox.
 * @param controlUrl The URL of the page.
 */
export function toReachable(url: string, controlUrl: string): string {
  const { origin, pathname } = new URL('..', controlUrl);
  const prefix = pathname.slice(0, -1);
  const root = origin + prefix;
  if (url === root || url.startsWith(`${root}/`)) return url;
  const path = new URL(url).pathname.replace(/\/$/, '');
  // The page of a sandbox is below the URL of the sandbox.
  const isSame = prefix !== '' && (prefix.endsWith(path) || path.endsWith(prefix));
  return isSame ? root : root + path;
}
