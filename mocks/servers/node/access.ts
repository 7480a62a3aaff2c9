import * as z from 'zod/mini';
import { type MockTokens, tokenSchema } from '../../controls/tokens.ts';
import { assertTokenLength, bearerToken, isSameToken } from '../../shared/bearer-token.ts';
import { type HttpError, unauthorized } from '../../shared/http-error.ts';
import type { MockRequest } from '../../shared/http-messages.ts';
import { parseOptions } from '../../shared/parse-options.ts';
import { randomToken } from '../../shared/random.ts';
import { assertLongToken } from '../site.ts';
import {
  hostDenial,
  isLoopback,
  originDenial,
  type PublicUrl,
  parseAllowedHost,
  parseOrigin,
} from './host-and-origin.ts';
import type { ListenOptions } from './options.ts';

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

const tokenOptions = z.strictObject({ controlToken: z.optional(tokenSchema) });

/**
 * Returns the rules by which a server accepts requests.
 *
 * @param tokens The tokens of the API, which must not open the control API.
 * @throws A TypeError if an option is not valid, or if others can reach the server and could guess a token.
 */
export function createAccess(
  { host = '127.0.0.1', allowedHosts = [], cors = [], controlToken }: ListenOptions,
  publicUrl: PublicUrl | undefined,
  tokens: MockTokens,
): Access {
  parseOptions(tokenOptions, { controlToken }, 'listen', ['controlToken']);
  const apiTokens = tokens.list().map(({ token }) => token);
  if (controlToken !== undefined && apiTokens.includes(controlToken)) {
    throw new TypeError('controlToken: must not be the API token');
  }
  const isExposed = !isLoopback(host) || publicUrl !== undefined || allowedHosts.length > 0;
  if (isExposed) {
    assertTokenLength(controlToken, 'controlToken');
    for (const token of apiTokens) assertTokenLength(token, 'API token');
  }
  return {
    hosts: [host, ...allowedHosts.map(requireHostName), ...(publicUrl ? [publicUrl.hostname] : [])],
    checksApiHost: isLoopback(host),
    origins: [...cors.map(parseOrigin), ...(publicUrl ? [publicUrl.origin] : [])],
    controlToken: controlToken ?? randomToken('mdcontrol'),
    requiresToken: controlToken !== undefined || isExposed,
    isExposed,
  };
}

function requireHostName(text: string): string {
  const parsed = parseAllowedHost(text);
  if (parsed.name !== undefined) return parsed.name;
  const advice = parsed.suggestion === '' ? '' : `. Use ${parsed.suggestion}.`;
  throw new TypeError(
    `allowedHosts: must be a host name without scheme, port or path, received ${text || 'no value'}${advice}`,
  );
}

/** Returns the reason to reject the `Host` or `Origin` of a request to a control API or to the API, or undefined. */
export function accessDenial(request: MockRequest, access: Access, isControl: boolean): string | undefined {
  const checksHost = isControl || access.checksApiHost;
  return (checksHost ? hostDenial(request, access) : undefined) ?? originDenial(request, access.origins);
}

/**
 * Checks the control token of a request that {@link accessDenial} admits.
 *
 * @param sandboxToken A token that opens the control API in addition to that of the server.
 * @throws A {@link HttpError} with status 401 if the token is missing or wrong.
 */
export function authorizeControl(request: MockRequest, access: Access, sandboxToken?: string): void {
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
  if (isExposed) assertLongToken(authorization, 'Control token');
}

/** The places where a person finds the control token. The page of the workbench says the same. */
const controlTokenHelp =
  'The command prints it to a terminal, in the address of the workbench. To choose it, set MASTERDATA_CONTROL_TOKEN.';

function wrongToken(problem: string): HttpError {
  return unauthorized(`Control token: ${problem}. ${controlTokenHelp}`);
}

/** Whether a proxy or a tunnel forwarded a request, so that anybody may have sent it. */
function isForwarded(request: MockRequest): boolean {
  // A header without a value counts too.
  for (const [name] of request.headers()) if (forwardingHeader.test(name)) return true;
  return false;
}

/**
 * The headers that proxies, tunnels and content delivery networks add. Too many are harmless: a program that sends one
 * of them needs the control token.
 */
const forwardingHeaders = [
  'via|cdn-loop|.*forwarded.*|x-real-.*|x-original-.*',
  // The address of the client.
  '.*(?:-|client|socket)ip(?:v[46])?|.*-addr(?:ess)?',
  // The user, of proxies that let users sign in.
  'remote-user|tailscale-.*|ngrok-auth-.*|x-auth-request-.*|x-goog-authenticated-.*|x-goog-iap-.*|x-ms-client-principal.*',
  // One product each.
  'akamai-.*|cf-.*|cloudfront-.*|fastly-.*|fly-.*|x-amz-cf-.*|x-appengine-.*|x-arr-.*|x-azure-.*|x-envoy-.*',
  'x-nf-.*|x-vercel-.*',
];
const forwardingHeader = new RegExp(`^(?:${forwardingHeaders.join('|')})$`, 'i');

/** Whether a page sent a request. For an address that a user typed, browsers send `none`. */
function isFromPage(request: MockRequest): boolean {
  return Boolean(request.header('origin')) || (request.header('sec-fetch-site') ?? 'none') !== 'none';
}
