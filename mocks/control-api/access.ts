import { bearerToken, isSameToken } from '../shared/bearer-token.ts';
import { HttpError, unauthorized } from '../shared/http-error.ts';
import type { MockRequest } from '../shared/http-messages.ts';

/** The rules by which a server accepts requests. */
export interface Access {
  /** The names that `Host` may have, in addition to loopback names and IP addresses. */
  readonly hosts: readonly string[];
  /** Whether `Host` is also checked for calls of the API. The control API always checks it. */
  readonly checksApiHost: boolean;
  /** The origins whose pages may send requests, in addition to loopback origins and the server's own. */
  readonly origins: readonly string[];
  /** The token that opens the control API. */
  readonly controlToken: string;
  /** Whether programs also need the control token. Pages, and requests that a proxy forwards, always need it. */
  readonly requiresToken: boolean;
  /** Whether others than the programs of this machine can reach the server. Its tokens must then be hard to guess. */
  readonly isExposed: boolean;
}

/** Milliseconds that a client with a wrong token waits for its response, on a server that others can reach. */
export const wrongTokenDelay = 1000;

/** The length of a token that cannot be guessed, on a server that others can reach. */
const minServerTokenLength = 16;

/** Whether a host name or address belongs to this machine, so that no other machine can reach it. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/** Returns the reason to reject a call of the API, or undefined. */
export function apiDenial(request: MockRequest, access: Access): string | undefined {
  return (access.checksApiHost ? hostDenial(request, access) : undefined) ?? originDenial(request, access.origins);
}

/**
 * Checks that a client may use a control API.
 *
 * @param sandboxToken A token that opens it in addition to that of the server.
 * @throws A {@link HttpError} with status 403 for a wrong `Host` or `Origin`, or 401 for a missing or wrong token.
 */
export function authorizeControl(request: MockRequest, access: Access, sandboxToken?: string): void {
  const reason = controlDenial(request, access);
  if (reason !== undefined) throw new HttpError(403, reason);
  const authorization = request.header('authorization');
  const isExposed = access.isExposed || isForwarded(request);
  if (!authorization) {
    if (!access.requiresToken && !isExposed && !isFromPage(request)) return;
    throw wrongToken('must be given. Send the header Authorization: Bearer <CONTROL_TOKEN>');
  }
  const sent = bearerToken(authorization);
  // Both are compared, so that the time does not tell which one was closer.
  const isServerToken = isSameToken(sent, access.controlToken);
  const isSandboxToken = isSameToken(sent, sandboxToken);
  if (!isServerToken && !isSandboxToken) throw wrongToken('is not valid');
  if (isExposed && isShortToken(sent)) throw unauthorized(`Control token: ${shortTokenProblem}`);
}

/** Returns the reason to reject a request to the control API before its token is checked, or undefined. */
export function controlDenial(request: MockRequest, access: Access): string | undefined {
  return hostDenial(request, access) ?? originDenial(request, access.origins);
}

function wrongToken(problem: string): HttpError {
  return unauthorized(`Control token: ${problem}. The server prints it when it starts.`);
}

/** Whether a proxy or a tunnel forwarded a request, so that anybody may have sent it. */
export function isForwarded(request: MockRequest): boolean {
  // A header without a value counts too.
  for (const [name] of request.headers()) if (forwardingHeader.test(name)) return true;
  return false;
}

/** The headers by which proxies, tunnels and content delivery networks say for whom they forward a request. */
const forwardingHeader =
  /^(?:forwarded|via|cdn-loop|x-forwarded.*|x-real-.*|x-original-.*|.*client-ip|.*connecting-ip)$/i;

/**
 * Checks that nobody can guess a token.
 *
 * @throws A TypeError if it is too short. The message does not show it.
 */
export function assertTokenLength(token: unknown, subject = 'token'): void {
  if (!isShortToken(token)) return;
  throw new TypeError(`${subject}: ${shortTokenProblem}, received ${token.length}. Choose a longer token.`);
}

/** Whether anybody could guess a token of a server that others can reach. */
export function isShortToken(token: unknown): token is string {
  return typeof token === 'string' && token.length < minServerTokenLength;
}

export const shortTokenProblem = `must have at least ${minServerTokenLength} characters, because others can reach the server`;

/** Returns the reason to reject the API token of a request because anybody could guess it, or undefined. */
export function shortTokenDenial(request: MockRequest, { isExposed }: Access): string | undefined {
  if (!isExposed || !isShortToken(bearerToken(request.header('authorization')))) return undefined;
  return `Invalid API token: ${shortTokenProblem}`;
}

/** Whether a page sent a request. For an address that a user typed, browsers send `none`. */
function isFromPage(request: MockRequest): boolean {
  return Boolean(request.header('origin')) || (request.header('sec-fetch-site') ?? 'none') !== 'none';
}

/**
 * Returns the reason to reject the `Host` of a request, or undefined. A page that lets its own name point to this
 * machine (DNS rebinding) sends that name as `Host`, and not an IP address.
 */
export function hostDenial(request: MockRequest, { hosts }: Pick<Access, 'hosts'>): string | undefined {
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

function originDenial(request: MockRequest, origins: readonly string[]): string | undefined {
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
