import * as z from 'zod/mini';
import type { OperationDefinition } from '../../../src/contract/define-operation.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import {
  fixedOperationSchema,
  type ListedOperation,
  operationMethods,
  parseFixedOperation,
} from '../../operations/fixed-operation.ts';
import { type ControlHandlers, defineRoutes } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import { deleted, list } from '../schemas.ts';

const operation: z.ZodMiniType<ListedOperation> = z.object({
  name: z.string(),
  method: z.enum(operationMethods),
  path: z.string() as unknown as z.ZodMiniType<OperationDefinition['path']>,
  permission: z.string(),
  status: z.exactOptional(z.number()),
  hasQuery: z.boolean(),
  hasBody: z.boolean(),
  hasBrackets: z.boolean(),
  isRemovable: z.boolean(),
  data: z.optional(z.unknown()),
});

export const operationRoutes = defineRoutes({
  'GET /operations': {
    name: 'operations.list',
    description: 'Lists the operations of the mock that the specification does not document.',
    response: z.object({ operations: list(operation) }),
  },
  'POST /operations': {
    name: 'operations.add',
    description: 'Adds an operation with a fixed response, or replaces an added one.',
    body: { schema: fixedOperationSchema, isOptional: false, parse: parseFixedOperation },
    status: 201,
    response: z.object({ name: z.string(), permission: z.string() }),
  },
  'DELETE /operations/{name}': {
    name: 'operations.remove',
    description: 'Removes an operation that was added, so that later calls get 404.',
    response: deleted,
  },
});

/** Handles the operations that the specification does not document. */
export function handleOperations({ operations }: MockServer): ControlHandlers<typeof operationRoutes> {
  return {
    'GET /operations': () => ({ operations: operations.list() }),
    'POST /operations': ({ body }) => {
      const { name, permission } = operations.add(body);
      return { name, permission };
    },
    'DELETE /operations/{name}': ({ params: { name } }) => {
      if (!operations.remove(name)) throw notFound(`Operation ${name} not found`);
      return { deleted: true };
    },
  };
}
