import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { importOptions } from '../../seed/import-rows.ts';
import { assertTables } from '../../seed/seed.ts';
import { parseOptions } from '../../shared/parse-options.ts';
import { omit } from '../../store/fields.ts';
import { mapTables, metadata } from '../../store/metadata.ts';
import type { TableName } from '../../store/row-types.ts';
import type { TableSchema } from '../../store/table-schema.ts';
import { type ControlHandlers, defineRoutes } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import { list } from '../schemas.ts';

type TableSchemas = Readonly<Record<TableName, z.ZodMiniOptional<z.ZodMiniType<readonly object[]>>>>;

const rows = z.strictObject(mapTables<TableSchemas>((name) => z.optional(list(metadata[name].changes))));

/** The numbers of rows of an import, or of an update of several rows. */
export const imported = z.object({
  /** Undoes the import, or the update of several rows. */
  id: z.string(),
  inserted: z.number(),
  updated: z.number(),
  kept: z.number(),
});

/** An import, with the id that undoes it. */
export interface ControlImport extends z.output<typeof imported> {}

export const importRoutes = defineRoutes({
  'POST /import': {
    name: 'import.run',
    description: 'Writes rows of any tables: all of them, or none if one is not valid.',
    body: {
      schema: z.strictObject({ rows, ...importOptions.shape }),
      isOptional: true,
      parse(json) {
        const { rows, ...options } = parseOptions(z.looseObject({}), json, 'import');
        const parsed = parseOptions(importOptions, options, 'import');
        return { rows, options: parsed };
      },
    },
    status: 201,
    response: imported,
  },
  'DELETE /import/{id}': {
    name: 'import.undo',
    description: 'Undoes an import or an update of several rows, as long as the history has it.',
    response: z.object({ undone: z.literal(true) }),
  },
});

/** Handles imports. */
export function handleImport(mock: MockServer, schema: TableSchema): ControlHandlers<typeof importRoutes> {
  return {
    'POST /import': ({ body: { rows, options } }) => {
      assertTables('import', rows, schema.names);
      return omit(mock.importRows(rows, options), 'undo');
    },
    'DELETE /import/{id}': ({ params: { id } }) => {
      if (!mock.undoImport(id)) throw notFound(`Import ${id} not found. Each import can be undone once.`);
      return { undone: true };
    },
  };
}
