import { type MockResponse, routedMethod } from '../shared/http-messages.ts';
import { workbenchSecurityHeaders } from './security-headers.ts';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  map: 'application/json',
};

/**
 * Returns the name of the file of the workbench that a request asks for, or the redirect to the page. Returns undefined
 * for other requests.
 *
 * @param url Path and query, with the prefix of a sandbox or without.
 */
export function findWorkbench(method: string, url: string, accept: string): string | MockResponse | undefined {
  return routedMethod(method) === 'GET' ? (fileName(url, accept) ?? redirect(url, accept)) : undefined;
}

/** The page itself is at `/__mock/`, where programs get the list of routes. */
function fileName(url: string, accept: string): string | undefined {
  const [, path = ''] = /^(?:\/sandboxes\/[^/?]+)?\/__mock([^?]*)/.exec(url) ?? [];
  if (path === '/') return accept.includes('text/html') ? 'index.html' : undefined;
  return /^\/workbench\/([\w-]+\.[\w.]+)$/.exec(path)?.[1];
}

/**
 * Redirects a browser that opens the URL of a mock, or the address of the page without the slash at the end, to which
 * its files are relative.
 */
function redirect(url: string, accept: string): MockResponse | undefined {
  if (!accept.includes('text/html')) return undefined;
  const headers = { location: '__mock/', 'cache-control': 'no-store' };
  if (/^[^?]*\/__mock(?:\?|$)/.test(url)) return { status: 308, headers, body: '' };
  // A temporary redirect: another program may use the port next.
  return /^(?:\/sandboxes\/[^/?]+)?\/$/.test(url) ? { status: 302, headers, body: '' } : undefined;
}

/** Returns the headers of a file of the workbench. */
export function workbenchHeaders(name: string): Readonly<Record<string, string>> {
  // The name of a script contains a hash of its content.
  const isHashed = /-[0-9A-Z]{8}\./.test(name);
  return {
    'content-type': types[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...workbenchSecurityHeaders,
  };
}
