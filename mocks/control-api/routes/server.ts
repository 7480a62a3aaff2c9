import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { json, type MockRequest, type MockResponse, routedMethod } from '../../shared/http-messages.ts';
import { type ControlHandlers, type ControlRouteTable, defineRoutes, listPaths } from '../define-routes.ts';
import { jsonObject, list } from '../schemas.ts';

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

/**
 * The response to {@link isHealthCheck}. Servers send it before they check who asks. It says nothing but that the mock
 * is up.
 */
export const healthResponse: MockResponse = json(200, { status: 'up' }, { 'cache-control': 'no-store' });

/** Whether anybody may send a request, because it only asks whether the mock is up. */
export function isHealthCheck({ method, url }: Pick<MockRequest, 'method' | 'url'>): boolean {
  return routedMethod(method) === 'GET' && /^\/__mock\/health\/?(?:\?|$)/.test(url);
}

export const documentRoutes = defineRoutes({
  'GET /openapi.json': {
    name: 'openapi.get',
    description: 'Returns an OpenAPI document of the routes, and of the operations of your own.',
    response: z.object({
      openapi: z.literal('3.1.1'),
      info: z.looseObject({ title: z.string() }),
      servers: list(z.looseObject({ url: z.string() })),
      tags: list(z.strictObject({ name: z.string(), description: z.string() })),
      security: list(z.record(z.string(), list(z.string()))),
      paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
      components: z.looseObject({ schemas: z.record(z.string(), jsonObject()) }),
    }),
  },
});

/** @param served All routes of the server. */
export function handleServer(
  served: ControlRouteTable,
  mock: MockServer,
): ControlHandlers<typeof serverRoutes & typeof documentRoutes> {
  return {
    'GET /': () => ({ paths: listPaths(served) }),
    'GET /health': () => ({ status: 'up' }),
    'GET /openapi.json': async ({ serverUrl, baseUrl }) => {
      const openapi: typeof import('../openapi-routes.ts') = await import('../openapi-routes.ts');
      return openapi.describeRoutes(served, serverUrl, { operations: mock.operations, baseUrl });
    },
  };
}
