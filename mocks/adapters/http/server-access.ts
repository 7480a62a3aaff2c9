import * as z from 'zod/mini';
import { type Access, isLoopback, parseOrigin } from '../../control-api/access.ts';
import { tokenSchema } from '../../controls/tokens.ts';
import { parseOptions } from '../../shared/parse-options.ts';
import { randomToken } from '../../shared/random-token.ts';
import type { ListenOptions } from './options.ts';
import type { PublicUrl } from './public-url.ts';

const tokenOptions = z.strictObject({ controlToken: z.optional(tokenSchema) });

/**
 * Returns the rules by which a server accepts requests.
 *
 * @param apiToken The token of the API, which must not open the control API.
 * @throws A TypeError if an option is not valid.
 */
export function createAccess(
  { host = '127.0.0.1', allowedHosts = [], cors = [], controlToken }: ListenOptions,
  publicUrl: PublicUrl | undefined,
  apiToken: string,
): Access {
  parseOptions(tokenOptions, { controlToken }, 'listen', ['controlToken']);
  if (controlToken === apiToken) throw new TypeError('controlToken: must not be the API token');
  return {
    hosts: [host, ...allowedHosts, ...(publicUrl ? [publicUrl.hostname] : [])],
    checksApiHost: isLoopback(host),
    origins: [...cors.map(parseOrigin), ...(publicUrl ? [publicUrl.origin] : [])],
    controlToken: controlToken ?? randomToken('mdcontrol'),
    requiresToken: controlToken !== undefined || !isLoopback(host),
  };
}
