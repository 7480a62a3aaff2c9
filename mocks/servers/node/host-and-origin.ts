import { parseBaseUrl } from '../../shared/base-url.ts';
import type { MockRequest } from '../../shared/http-messages.ts';

/** Whether a host name or address belongs to this machine, so that no other machine can reach it. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/** Whether a server can try to listen on a text. Node would listen on all addresses if it were empty. */
export function isHost(text: string): boolean {
  return /^[^\s/]+$/.test(text);
}

/** A host name as `Host` has it, or the one that a wrong text probably means. */
type AllowedHost = { readonly name: string } | { readonly name?: undefined; readonly suggestion: string };

/** Parses an additional name for `Host`. A pattern or a port would never match. */
export function parseAllowedHost(text: string): AllowedHost {
  const url = URL.parse(/^[a-z][a-z+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  const hostname = url?.hostname.replace(/^[*.]+/, '') ?? '';
  // The URL parser knows all ways to write an address.
  return hostname !== '' && hostname === text.toLowerCase() ? { name: hostname } : { suggestion: hostname };
}

/**
 * Returns the reason to reject the `Host` of a request, or undefined. A page that lets its own name point to this
 * machine (DNS rebinding) sends that name as `Host`, and not an IP address.
 */
export function hostDenial(request: MockRequest, { hosts }: { readonly hosts: readonly string[] }): string | undefined {
  const host = request.header('host') ?? '';
  // The host of most requests. Parsing a URL takes longer than finding a record.
  if (/^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/.test(host)) return undefined;
  const hostname = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  if (isAnyAddress(hostname)) {
    return `Host: must be a name or address of one machine, received ${host}. Use localhost, 127.0.0.1 or [::1].`;
  }
  const isAllowed =
    isLoopback(hostname) || isAddress(hostname) || hosts.some((name) => name.toLowerCase() === hostname);
  if (hostname !== '' && isAllowed) return undefined;
  return `Host: must be localhost, an IP address or an allowed host, received ${host || 'none'}. Start the server with --allowed-host ${hostname || 'NAME'}.`;
}

/** Returns the reason to reject the `Origin` of a request, or undefined. */
export function originDenial(request: MockRequest, origins: readonly string[]): string | undefined {
  const origin = request.header('origin') ?? undefined;
  if (origin === undefined || origin === `http://${request.header('host')}`) return undefined;
  if (isLoopbackOrigin(origin) || origins.includes(origin)) return undefined;
  return `Origin: must be a loopback origin or an admitted one, received ${origin}. Start the server with --cors ${origin}.`;
}

/**
 * Parses an origin, for example `https://app.example.com`. Returns it as browsers send it.
 *
 * @throws A TypeError if it is not an origin.
 */
export function parseOrigin(text: string): string {
  if (!/^[a-z][a-z\d+.-]*:\/\/[^/?#@\s]+\/?$/i.test(text) || !URL.canParse(text)) {
    throw new TypeError(`cors: must be an origin like https://app.example.com, received ${text || 'no value'}`);
  }
  const { origin, protocol, host } = new URL(text);
  // The parser has no origin for other schemes, for example that of a browser extension.
  return origin === 'null' ? `${protocol}//${host}` : origin;
}

function isLoopbackOrigin(origin: string): boolean {
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === origin && isLoopback(url.hostname);
}

/**
 * Whether a host name of a URL stands for all addresses, or hides an IPv4 address. Both reach this machine, but
 * browsers do not know it: they omit `Origin` and `Sec-Fetch-Site`, so that a page looks like a program.
 */
function isAnyAddress(hostname: string): boolean {
  return (
    hostname.startsWith('0.') || hostname === '[::]' || /^\[::(?:ffff:)?[\da-f]{1,4}:[\da-f]{1,4}\]$/.test(hostname)
  );
}

/** Whether a host name of a URL is an IP address. The URL parser rejects names that only look like one. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname);
}

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
