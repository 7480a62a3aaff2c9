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
import { deleted, jsonObject, list, loadToJsonSchema } from '../schemas.ts';

/** An operation in the list, with the JSON Schemas of its query and its body as callers write them. */
export interface ControlOperation extends ListedOperation {
  /** Absent if it has none, or if its library has none. */
  readonly querySchema?: object;
  /** Absent if it has none, or if its library has none. */
  readonly bodySchema?: object;
}

const operation: z.ZodMiniType<ControlOperation> = z.object({
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
  querySchema: z.exactOptional(jsonObject()),
  bodySchema: z.exactOptional(jsonObject()),
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
    'GET /operations': async () => ({ operations: await listWithSchemas(operations) }),
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

/** Lists the operations with the schemas of those that come from code. */
async function listWithSchemas(operations: MockServer['operations']): Promise<readonly ControlOperation[]> {
  const listed = operations.list();
  if (listed.every(({ isRemovable, hasQuery, hasBody }) => isRemovable || !(hasQuery || hasBody))) return listed;
  const toJsonSchema = await loadToJsonSchema();
  return listed.map((each) => {
    const { query, body } = operations.definitions.find(({ name }) => name === each.name) ?? {};
    return {
      ...each,
      ...(query && { querySchema: toJsonSchema(query) }),
      ...(body && !each.isRemovable && { bodySchema: toJsonSchema(body) }),
    };
  });
}
