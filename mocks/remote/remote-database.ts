import type { RowQuery } from '../control-api/routes/query-rows.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { isJson, isObject } from '../shared/json.ts';
import { copyFields } from '../store/copy-fields.ts';
import type { Rows, TableName } from '../store/row-types.ts';
import type { ListOptions } from '../store/select-rows.ts';
import { assertId } from '../store/table-arguments.ts';
import { matchingRows, type Where, type WhereValues } from '../store/where.ts';
import { type ControlClient, existed, NotFoundError, orIfMissing } from './control-client.ts';
import type { RemoteTable } from './types.ts';

/** Creates a table of a mock in another process. */
export function createRemoteTable(control: ControlClient, name: TableName): RemoteTable<TableName> {
  type Row = Rows[TableName];
  const inTable = { params: { table: name } };
  const ofRow = (id: string) => ({ params: { table: name, id: assertId(name, id) } });
  const select = async (where: Where<Row>, { sort, limit }: RowQuery<Row>): Promise<Row[]> => {
    const isQuery = isObject(where) && isJson(where);
    const matches = isObject(where) && !isQuery ? await matchingColumns(name, where) : matchingRows<Row>(where);
    const { rows } = await control.call('POST /db/{table}/query', {
      ...inTable,
      body: isQuery ? { where, limit, sort } : { sort },
    });
    return isQuery ? [...rows] : rows.filter(matches);
  };
  return {
    get size() {
      return control.call('GET /db').then(({ tables }) => tables[name]);
    },
    insert: async (fields) => control.call('POST /db/{table}', { ...inTable, body: copyFields(name, fields) }),
    update: (id, changes) =>
      requireRow(name, id, async () =>
        control.call('PATCH /db/{table}/{id}', { ...ofRow(id), body: copyFields(name, changes) }),
      ),
    delete: (id) => existed(async () => control.call('DELETE /db/{table}/{id}', ofRow(id))),
    get: (id) => orIfMissing(async () => control.call('GET /db/{table}/{id}', ofRow(id)), undefined),
    require: (id) => requireRow(name, id, async () => control.call('GET /db/{table}/{id}', ofRow(id))),
    find: async (where) => (await select(where, { limit: 1 }))[0],
    async list(where = {}, options = {}) {
      assertOptionNames<ListOptions<Row>>('list', options, { sort: true });
      return select(where, options);
    },
    query(query) {
      const body = isObject(query?.where) ? { ...query, where: withoutUnset(query.where) } : query;
      return control.call('POST /db/{table}/query', { ...inTable, body });
    },
    references: (id) => orIfMissing(async () => control.call('GET /db/{table}/{id}/references', ofRow(id)), undefined),
  };
}

/** Does the same as {@link matchingRows}, and knows the columns of a table of the specification. */
async function matchingColumns(name: TableName, where: WhereValues<Rows[TableName]>) {
  const { isTableName, metadata } = await import('../store/metadata.ts');
  const { matchingRowsOf } = await import('../store/select-rows.ts');
  return isTableName(name)
    ? matchingRowsOf<TableName>(name, metadata[name], where)
    : matchingRows<Rows[TableName]>(where);
}

/** Returns conditions without undefined operators only, which would become the plain value `{}` in JSON. */
function withoutUnset(where: object): object {
  const isSet = (wanted: unknown) => !isObject(wanted) || Object.values(wanted).some((value) => value !== undefined);
  return Object.fromEntries(
    Object.entries(where).filter(([, wanted]) => isSet(wanted) || Object.keys(wanted).length === 0),
  );
}

/** Rejects with the error of the table if a row does not exist. */
async function requireRow<T>(table: TableName, id: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    // Without a record, the request was not sent: no path can have the id.
    throw error.record ?? (await import('../store/mock-database.ts')).unknownRow(table, id);
  }
}
