import { hostDenial, isLoopback } from '../../control-api/access.ts';
import type { MockRequest } from '../../shared/messages.ts';

/** The hosts and origins from which a server accepts calls of the API. */
export interface ApiAccess {
  /** The names that `Host` may have, in addition to loopback names and IP addresses. Undefined for any name. */
  readonly hosts: readonly string[] | undefined;
  /** The origins whose pages may call the API, in addition to loopback origins and the server's own. */
  readonly origins: readonly string[];
}

/** Returns the reason to reject a call of the API, or undefined. */
export function apiDenial(request: MockRequest, { hosts, origins }: ApiAccess): string | undefined {
  const reason = hosts && hostDenial(request, hosts);
  if (reason !== undefined) return reason;
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
