import { preview } from '../../src/contract/printable.ts';
import type { RowQuery } from '../control-api/routes/query-rows.ts';
import type { FactoryDescription } from '../seed/factories.ts';
import { assertRecordCount, checkFactoryOptions } from '../seed/factory-options.ts';
import { atLines } from '../seed/row-lines.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { findNonJson, isObject } from '../shared/json.ts';
import { unknownRow } from '../store/errors.ts';
import type { Rows, TableName } from '../store/row-types.ts';
import type { ListOptions } from '../store/select-rows.ts';
import { assertId, parseRow } from '../store/table-arguments.ts';
import { matchingRows, type Where } from '../store/where.ts';
import { type ControlClient, existed, NotFoundError, orIfMissing } from './control-client.ts';
import type { RemoteMock, RemoteTable } from './types.ts';

/** Creates a table of a mock in another process. */
export function createRemoteTable(control: ControlClient, name: TableName): RemoteTable<TableName> {
  type Row = Rows[TableName];
  const inTable = { params: { table: name } };
  const ofRow = (id: string) => ({ params: { table: name, id: assertId(name, id) } });
  const select = async (given: Where<Row>, { sort, limit }: RowQuery<Row>): Promise<Row[]> => {
    const matches = matchingRows<Row>(given);
    const where = isObject(given) ? withoutUnset(given) : given;
    // A value that JSON cannot represent matches no row.
    const isQuery = isObject(where) && !findNonJson(where, '');
    const body = isQuery ? { where, limit, sort } : { sort };
    const { rows } = await control.call('POST /db/{table}/query', { ...inTable, body });
    return isQuery ? [...rows] : rows.filter(matches);
  };
  return {
    get size() {
      return control.call('GET /db').then(({ tables }) => tables[name]);
    },
    insert: async (fields) => control.call('POST /db/{table}', { ...inTable, body: parseRow(name, fields) }),
    update: (id, changes) =>
      requireRow(name, id, async () =>
        control.call('PATCH /db/{table}/{id}', { ...ofRow(id), body: parseRow(name, changes) }),
      ),
    delete: (id) => existed(async () => control.call('DELETE /db/{table}/{id}', ofRow(id))),
    get: (id) => orIfMissing(async () => control.call('GET /db/{table}/{id}', ofRow(id)), undefined),
    require: (id) => requireRow(name, id, async () => control.call('GET /db/{table}/{id}', ofRow(id))),
    find: async (where) => (await select(where, { limit: 1 }))[0],
    async list(where = {}, options = {}) {
      assertOptionNames<ListOptions<Row>>('list', options, { sort: true });
      return select(where, options);
    },
    async query(query) {
      const body = isObject(query?.where) ? { ...query, where: withoutUnset(query.where) } : query;
      return control.call('POST /db/{table}/query', { ...inTable, body });
    },
    references: (id) => orIfMissing(async () => control.call('GET /db/{table}/{id}/references', ofRow(id)), undefined),
  };
}

/** Returns conditions without undefined operators. If there are no others, the plain value `{}` would remain. */
function withoutUnset(where: object): object {
  const entries = Object.entries(where).flatMap(([column, wanted]): [string, unknown][] => {
    if (!isObject(wanted) || !Object.values(wanted).includes(undefined)) return [[column, wanted]];
    const operators = Object.entries(wanted).filter(([, argument]) => argument !== undefined);
    return operators.length === 0 ? [] : [[column, Object.fromEntries(operators)]];
  });
  return Object.fromEntries(entries);
}

/** Rejects with the error of the table if a row does not exist. */
async function requireRow<T>(table: TableName, id: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    // Without a record, the request was not sent: no path can have the id.
    throw error.record ?? unknownRow(table, id);
  }
}

interface FactoryOptions {
  readonly traits?: readonly string[] | undefined;
}

/** Creates the factory of a table in another process. */
export function createRemoteFactory(control: ControlClient, { table }: FactoryDescription) {
  const create = async (fields: object = {}, options: FactoryOptions = {}) =>
    control.call('POST /create/{table}', { params: { table }, body: factoryBody(table, fields, options) });
  const list = async (
    count: number,
    fields: object | ((index: number) => object | undefined) = {},
    options: FactoryOptions = {},
  ) => {
    const records = Array.from({ length: assertRecordCount(count) }, (_, index) =>
      parseRow(table, typeof fields === 'function' ? (fields(index) ?? {}) : fields),
    );
    checkFactoryOptions(table, options);
    const body = { ...options, fields: records };
    const created = await control.call('POST /create/{table}', { params: { table }, body });
    return 'rows' in created ? created.rows : [created];
  };
  return Object.assign(create, { list });
}

/** Creates the builder of a table in another process. */
export function createRemoteBuilder(control: ControlClient, { table }: FactoryDescription) {
  return async (fields: object = {}, options: FactoryOptions = {}) =>
    control.call('POST /build/{table}', { params: { table }, body: factoryBody(table, fields, options) });
}

function factoryBody(table: FactoryDescription['table'], fields: object, options: FactoryOptions) {
  checkFactoryOptions(table, options);
  return { ...options, fields: parseRow(table, fields) };
}

/** Creates the import of a mock in another process. */
export function createRemoteImport(control: ControlClient): RemoteMock['importRows'] {
  return async (rows, options = {}) => {
    if (!isObject(options)) throw new TypeError(`import: must be an object, received ${preview(options)}`);
    // The server rejects unknown options.
    const { id, ...counts } = await control
      .call('POST /import', { body: { ...options, rows } })
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
