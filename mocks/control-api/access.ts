import { HttpError } from '../shared/http-error.ts';
import type { MockRequest } from '../shared/messages.ts';

/** Whether a host name or address belongs to this machine, so that no other machine can reach it. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/**
 * Returns the reason to reject the `Host` of a request, or undefined. A page that lets its own name point to this
 * machine (DNS rebinding) sends that name as `Host`, and not an IP address.
 */
export function hostDenial(request: MockRequest, allowedHosts: readonly string[]): string | undefined {
  const host = request.header('host') ?? '';
  // Most requests. Parsing a URL would take longer than finding a record.
  if (/^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/.test(host)) return undefined;
  const hostname = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  const isAllowed =
    isLoopback(hostname) || isAddress(hostname) || allowedHosts.some((name) => name.toLowerCase() === hostname);
  if (hostname !== '' && isAllowed) return undefined;
  return `Host: must be localhost, an IP address or an allowed host, received ${host || 'none'}. Start the server with --allowed-host ${hostname || 'NAME'}.`;
}

/**
 * Checks that a request to the control API was sent by a program. Pages of other origins cannot use it.
 *
 * @throws A {@link HttpError} with status 403 if it was not.
 */
export function assertControlAccess(request: MockRequest, allowedHosts: readonly string[]): void {
  const reason = hostDenial(request, allowedHosts);
  if (reason !== undefined) throw new HttpError(403, reason);
  const origin = request.header('origin') ?? undefined;
  const site = request.header('sec-fetch-site') ?? 'none';
  const isOwnOrigin = origin === undefined || origin === `http://${request.header('host')}`;
  if (isOwnOrigin && (site === 'same-origin' || site === 'none')) return;
  throw new HttpError(
    403,
    `The control API rejects requests of pages, received one from ${origin ?? `a ${site} page`}. Send it from the process of the test.`,
  );
}

/** Whether a host name of a URL is an IP address. The URL parser rejects names that only look like one. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname);
}
