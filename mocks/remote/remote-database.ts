import type { RowPage } from '../control-api/routes/query-rows.ts';
import type { RowReferences } from '../control-api/routes/references.ts';
import { assertId } from '../store/assert-id.ts';
import { copyFields, isScalar } from '../store/copy-fields.ts';
import { rejectInvalid } from '../store/errors.ts';
import { matchingRows, type Where } from '../store/matching-rows.ts';
import type { Rows, TableName } from '../store/row-types.ts';
import { type ControlClient, existed, orIfMissing, requireRow, segment } from './control-client.ts';
import type { RemoteTable } from './types.ts';

/** Returns the fields of a record as JSON can represent them. Throws the error of the table otherwise. */
export function recordFields(table: TableName, fields: object): object {
  return rejectInvalid(() => copyFields(table, fields));
}

/** Creates a table of a mock in another process. */
export function createRemoteTable(control: ControlClient, name: TableName): RemoteTable<TableName> {
  type Row = Rows[TableName];
  const path = `db/${name}`;
  const rowPath = (id: string) => `${path}/${segment(assertId(name, id))}`;
  const select = async (where: Where<Row> | undefined, limit?: number): Promise<Row[]> => {
    const isQuery = typeof where !== 'function' && Object.values(where ?? {}).every(isScalar);
    const { rows } = await control.post<RowPage<Row>>(`${path}/query`, isQuery ? { where, limit } : {});
    return isQuery ? [...rows] : rows.filter(matchingRows(where ?? {}));
  };
  return {
    get size() {
      return control.get<{ tables: Record<TableName, number> }>('db').then(({ tables }) => tables[name]);
    },
    insert: async (fields) => control.post(path, recordFields(name, fields)),
    update: (id, changes) => requireRow(async () => control.patch(rowPath(id), recordFields(name, changes))),
    delete: (id) => existed(async () => control.delete(rowPath(id))),
    get: (id) => orIfMissing(async () => control.get<Row>(rowPath(id)), undefined),
    find: async (where) => (await select(where, 1))[0],
    list: (where) => select(where),
    query: (query) => control.post(`${path}/query`, query),
    references: (id) => orIfMissing(async () => control.get<RowReferences>(`${rowPath(id)}/references`), undefined),
  };
}
