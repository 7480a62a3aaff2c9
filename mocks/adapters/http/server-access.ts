import * as z from 'zod/mini';
import { type Access, assertTokenLength, isLoopback, parseOrigin } from '../../control-api/access.ts';
import { type MockTokens, tokenSchema } from '../../controls/tokens.ts';
import { parseOptions } from '../../shared/parse-options.ts';
import { randomToken } from '../../shared/random.ts';
import type { ListenOptions } from './options.ts';
import type { PublicUrl } from './public-url.ts';

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
    hosts: [host, ...allowedHosts, ...(publicUrl ? [publicUrl.hostname] : [])],
    checksApiHost: isLoopback(host),
    origins: [...cors.map(parseOrigin), ...(publicUrl ? [publicUrl.origin] : [])],
    controlToken: controlToken ?? randomToken('mdcontrol'),
    requiresToken: controlToken !== undefined || isExposed,
    isExposed,
  };
}
