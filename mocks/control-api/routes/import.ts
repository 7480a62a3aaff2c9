import * as z from 'zod/mini';
import type { ByteBudget } from '../../controls/byte-budget.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { maxRecentImports, RecentImports } from '../../engine/undoable-import.ts';
import { type ImportOptions, importOptions } from '../../seed/import-rows.ts';
import { assertTables, type SeedRows } from '../../seed/seed.ts';
import { HttpError } from '../../shared/http-error.ts';
import { parseOptions } from '../../shared/parse-options.ts';
import { describeUnknownTable, mapTables, metadata } from '../../store/metadata.ts';
import { unknownRow } from '../../store/mock-database.ts';
import type { TableName } from '../../store/row-types.ts';
import type { TableSchema } from '../../store/table-schema.ts';
import { body, type ControlHandlers, defineRoutes } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import { jsonObject, list, tableName } from '../schemas.ts';

type TableSchemas = Readonly<Record<TableName, z.ZodMiniOptional<z.ZodMiniType<readonly object[]>>>>;

const rows = z.strictObject(mapTables<TableSchemas>((name) => z.optional(list(metadata[name].changes))));

const updatedFields = z.strictObject({ ids: list(z.string()), fields: jsonObject() });

const imported = z.object({
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
  'PATCH /db/{table}': {
    name: 'db.updateAll',
    description: 'Changes the same fields of several rows: of all of them, or of none if one is not valid.',
    params: { table: tableName },
    body: body(updatedFields, 'update'),
    response: imported,
  },
  'DELETE /import/{id}': {
    name: 'import.undo',
    description: 'Undoes one of the last 10 imports and updates of several rows.',
    response: z.object({ undone: z.literal(true) }),
  },
});

/**
 * Handles imports, and updates of several rows.
 *
 * @param budget The limit of a mock. Of imports that exceed it together, only the last ones can be undone.
 */
export function handleImport(
  mock: MockServer,
  schema: TableSchema,
  budget?: ByteBudget,
): ControlHandlers<typeof importRoutes> {
  const imports = new RecentImports(budget);
  const run = (rows: SeedRows, options: ImportOptions) => {
    const imported = mock.importRows(rows, options);
    const { inserted, updated, kept } = imported;
    return { id: imports.add(imported, rows), inserted, updated, kept };
  };
  return {
    'POST /import': ({ body: { rows, options } }) => {
      assertTables('import', rows, schema.names);
      return run(rows, options);
    },
    'PATCH /db/{table}': ({ params: { table }, body: { ids, fields } }) => {
      if (!schema.has(table)) throw new HttpError(404, describeUnknownTable(table, schema.names));
      if (Object.hasOwn(fields, 'id')) throw new TypeError('update: fields: must not contain the id');
      const unique = new Set(ids.map((id) => mock.db[table].get(id)?.id ?? id));
      // An import would insert them.
      for (const id of unique) if (!mock.db[table].get(id)) throw notFound(unknownRow(table, id));
      const rows = Array.from(unique, (id) => ({ ...fields, id }));
      return run({ [table]: rows }, { existing: 'update' });
    },
    'DELETE /import/{id}': ({ params: { id } }) => {
      if (!imports.undo(id)) {
        throw notFound(`Import ${id} not found. The last ${maxRecentImports} can be undone, each of them once.`);
      }
      return { undone: true };
    },
  };
}
