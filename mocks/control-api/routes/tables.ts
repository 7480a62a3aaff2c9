import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { type ControlHandlers, defineRoutes } from '../define-routes.ts';
import { jsonObject, list } from '../schemas.ts';

const table = z.object({
  name: z.string(),
  /** The tables that columns refer to. */
  references: z.record(z.string(), z.string()),
  /** The JSON Schema of a row as callers write it. Empty if the library of the schema has none. */
  schema: jsonObject(),
});

/** A table that the specification does not have. */
export interface ControlTable extends z.output<typeof table> {}

export const tableRoutes = defineRoutes({
  'GET /tables': {
    name: 'tables.list',
    description: 'Lists the tables of the mock that the specification does not have, with the schemas of their rows.',
    response: z.object({ tables: list(table) }),
  },
});

/** Handles the tables that the specification does not have. */
export function handleTables({ tables }: MockServer): ControlHandlers<typeof tableRoutes> {
  return {
    'GET /tables': async () => {
      // Few mocks have such tables.
      const { toJsonSchema }: typeof import('../openapi-own-operations.ts') = await import(
        '../openapi-own-operations.ts'
      );
      return { tables: tables.map(({ name, references, row }) => ({ name, references, schema: toJsonSchema(row) })) };
    },
  };
}
