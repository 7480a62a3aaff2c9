import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { type ControlHandlers, defineRoutes } from '../define-routes.ts';
import { list } from '../schemas.ts';

const operation = z.object({
  name: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string(),
  permission: z.string(),
  hasQuery: z.boolean(),
  hasBody: z.boolean(),
  /** Whether groups in the body are sent as keys with brackets. */
  hasBrackets: z.boolean(),
});

/** An operation of a mock that the specification does not document. */
export interface ControlOperation extends z.output<typeof operation> {}

export const operationRoutes = defineRoutes({
  'GET /operations': {
    name: 'operations.list',
    description: 'Lists the operations of the mock that the specification does not document.',
    response: z.object({ operations: list(operation) }),
  },
});

/** Handles the operations that the specification does not document. */
export function handleOperations({ operations }: MockServer): ControlHandlers<typeof operationRoutes> {
  return {
    'GET /operations': () => ({
      operations: operations.map(({ name, method, path, permission, query, body, brackets = false }) => ({
        name,
        method,
        path,
        permission,
        hasQuery: query !== undefined,
        hasBody: body !== undefined,
        hasBrackets: brackets,
      })),
    }),
  };
}
