import * as z from 'zod/mini';
import { type ControlHandlers, type ControlRouteTable, defineRoutes, listPaths } from '../define-routes.ts';
import { list } from '../schemas.ts';

/** The routes of every server, also of one without a mock of its own. */
export const serverRoutes = defineRoutes({
  'GET /': {
    name: 'paths.list',
    description: 'Lists the routes of the control API.',
    response: z.object({ paths: list(z.string()) }),
  },
  'GET /health': {
    name: 'health.get',
    description: 'Responds if the mock is up, without a token.',
    response: z.object({ status: z.literal('up') }),
  },
});

/** @param served All routes of the server. */
export function handleHealth(served: ControlRouteTable): ControlHandlers<typeof serverRoutes> {
  return {
    'GET /': () => ({ paths: listPaths(served) }),
    'GET /health': () => ({ status: 'up' }),
  };
}
