import { preview } from '../../src/contract/printable.ts';
import { atLines } from '../seed/row-lines.ts';
import type { SeedRows } from '../seed/seed.ts';
import { isJson, isObject } from '../shared/json.ts';
import { copyFields } from '../store/copy-fields.ts';
import { InvalidRecordError } from '../store/errors.ts';
import type { TableName } from '../store/row-types.ts';
import type { ControlClient } from './control-client.ts';
import type { RemoteMock } from './types.ts';

/** Creates the import of a mock in another process. */
export function createRemoteImport(control: ControlClient): RemoteMock['importRows'] {
  return async (rows, options = {}) => {
    if (!isObject(options)) throw new TypeError(`import: must be an object, received ${preview(options)}`);
    const sent = isJson(rows) ? rows : await copyRows(rows);
    // The server rejects unknown options.
    const { id, ...counts } = await control
      .call('POST /import', { body: { ...options, rows: sent } })
      .catch((error: unknown) => {
        throw atLines(error, rows);
      });
    let undoing: Promise<unknown> | undefined;
    return {
      ...counts,
      async undo() {
        undoing ??= control.call('DELETE /import/{id}', { params: { id } }).catch((error: unknown) => {
          // It can be undone later.
          undoing = undefined;
          throw error;
        });
        await undoing;
      },
    };
  };
}

/** Copies the fields that JSON can represent. Throws the error of the local mock for others. */
async function copyRows(rows: SeedRows): Promise<Partial<Record<TableName, readonly object[]>>> {
  if (!isObject(rows)) throw new TypeError(`import: must be rows by table, received ${String(rows)}`);
  // The server rejects unknown tables, and values that are not lists.
  const copied = Object.entries(rows).map(([name, list]) => [
    name,
    Array.isArray(list) ? copyTable(name as TableName, list) : list,
  ]);
  return Object.fromEntries(copied);
}

function copyTable(name: TableName, rows: readonly object[]): readonly object[] {
  return rows.map((row, index) => {
    try {
      return isObject(row) ? copyFields(name, row) : row;
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      const issues = error.issues.map(({ path, message }) => ({
        path: path ? `${index}.${path}` : `${index}`,
        message,
      }));
      throw new InvalidRecordError(name, issues);
    }
  });
}
