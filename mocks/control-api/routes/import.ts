import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import type { ImportedRows } from '../../engine/import.ts';
import type { ImportCounts, ImportOptions } from '../../seed/import-rows.ts';
import type { SeedRows } from '../../seed/seed.ts';
import { parseOptions } from '../../shared/parse-options.ts';
import { created, defineRoutes, ok } from '../define-routes.ts';
import { notFound } from '../errors.ts';

/** The body of `POST /import`: rows and the options of `importRows`. The mock validates both. */
const importBody = z.looseObject({ rows: z.optional(z.custom<SeedRows>()) });

/** The most imports that can be undone. Each keeps the rows that it has replaced. */
const maxKept = 10;

/** An import, with the id that undoes it. */
export interface ControlImport extends ImportCounts {
  readonly id: string;
}

/** Imports rows of any tables in one transaction. */
export function importRoutes(mock: MockServer) {
  const imports = new Map<string, ImportedRows>();
  let lastId = 0;
  return defineRoutes({
    'POST /import': ({ json = {} }) => {
      const { rows, ...options } = parseOptions(importBody, json, 'import');
      const imported = mock.importRows(rows as SeedRows, options as ImportOptions);
      lastId += 1;
      const id = String(lastId);
      imports.set(id, imported);
      imports.delete(String(lastId - maxKept));
      const { inserted, updated, kept } = imported;
      return created({ id, inserted, updated, kept } satisfies ControlImport);
    },
    'DELETE /import/{id}': ({ params: { id } }) => {
      const imported = imports.get(id);
      if (!imported) throw notFound(`Import ${id} not found. The last ${maxKept} can be undone, each of them once.`);
      imported.undo();
      imports.delete(id);
      return ok({ undone: true });
    },
  });
}
