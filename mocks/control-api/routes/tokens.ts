import * as z from 'zod/mini';
import { principalSchema, tokenOptions } from '../../controls/tokens.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { type ControlHandlers, defineRoutes, optionalBody } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import { list } from '../schemas.ts';

export const tokenRoutes = defineRoutes({
  'GET /tokens': {
    name: 'tokens.list',
    description: 'Lists the valid tokens with their permissions, which are secret.',
    response: z.object({ tokens: list(z.object({ token: z.string(), ...principalSchema.shape })) }),
  },
  'POST /tokens': {
    name: 'tokens.issue',
    description: 'Issues a token, which by default permits all operations in the first workspace.',
    body: optionalBody(tokenOptions, 'tokens.issue', ['token']),
    status: 201,
    response: z.object({ token: z.string() }),
  },
  'DELETE /tokens/{token}': {
    name: 'tokens.revoke',
    description: 'Revokes a token, so that later calls with it get 401.',
    response: z.object({ revoked: z.literal(true) }),
  },
});

/** Handles the tokens. */
export function handleTokens({ tokens }: MockServer): ControlHandlers<typeof tokenRoutes> {
  return {
    'GET /tokens': () => ({ tokens: tokens.list() }),
    'POST /tokens': ({ body, assertToken }) => {
      assertToken(body.token);
      return { token: tokens.issue(body) };
    },
    'DELETE /tokens/{token}': ({ params: { token } }) => {
      if (!tokens.revoke(token)) throw notFound('Token not found');
      return { revoked: true };
    },
  };
}
