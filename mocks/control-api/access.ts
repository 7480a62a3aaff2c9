import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** Whether a name or an address is this machine's own, which no other reaches. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}

/**
 * Why a request may not use the control API; undefined if it may. A page gives itself away by its origin; one that
 * has its own name lead to this machine (DNS rebinding), by that name in `Host`. An address there is no such name.
 */
export function denialReason(headers: IncomingHttpHeaders, allowedHosts: readonly string[]): string | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  const hostname = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  const allowed =
    isLoopback(hostname) ||
    isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ||
    allowedHosts.some((name) => name.toLowerCase() === hostname);
  if (hostname === '' || !allowed) {
    return `The control API is not for the host ${host || 'without a name'}. Where that is right, allow it: --allowed-host ${hostname || 'NAME'}`;
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    return `The control API is not for pages: this request came from one of ${origin}. Call it from the test's own program.`;
  }
  if (typeof site === 'string' && site !== 'same-origin' && site !== 'none') {
    return `The control API is not for pages: this request came from a ${site} one. Call it from the test's own program.`;
  }
  return undefined;
}
