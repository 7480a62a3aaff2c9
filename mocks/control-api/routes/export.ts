import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { exportFormats, exportTypes } from '../../seed/export-types.ts';
import type { TableSchema } from '../../store/table-schema.ts';
import { type ControlHandlers, defineRoutes } from '../define-routes.ts';
import { list, row, tableName } from '../schemas.ts';
import { queryRows } from './query-rows.ts';

export const exportRoutes = defineRoutes({
  'GET /export': {
    name: 'export.run',
    description: 'Returns the rows of a table, or those that contain a text, as a file that an import reads back.',
    query: z.object({
      table: tableName,
      format: z.optional(z.enum(exportFormats, 'must be json, ndjson or csv')),
      search: z.optional(z.string()),
    }),
    response: list(row),
    textTypes: [exportTypes.ndjson, exportTypes.csv],
  },
});

/** Handles exports. */
export function handleExport({ db }: MockServer, schema: TableSchema): ControlHandlers<typeof exportRoutes> {
  return {
    'GET /export': async ({ query: { table, format = 'json', search } }) => {
      schema.assertTable(table);
      const { rows } = queryRows(table, (name) => db[name], schema, { search });
      const files: typeof import('../../seed/row-files.ts') = await import('../../seed/row-files.ts');
      return {
        text: files.formatRows(table, rows, format),
        headers: {
          'content-type': exportTypes[format],
          'content-disposition': `attachment; filename="${table}.${format}"`,
        },
      };
    },
  };
}
